import type { TranscriptBlock } from "./block.js";
import { fitRows, fitText } from "./text/rows.js";
import { safeLine } from "./text/safe-text.js";

export interface SectionBlock extends TranscriptBlock {
  title: string;
}

/** The head of what an asked agent says and does; folded, it hides what belongs to it. */
export function createSection(title: string): SectionBlock {
  const section: SectionBlock = {
    title,
    isHead: true,
    lay: ({ theme, width, ...room }, open) => {
      const folded = open ? "" : " …";
      const name = fitText(safeLine(section.title), width - 2 - folded.length);
      const row = `${theme.accent("‣")} ${theme.bold(name)}${theme.dim(folded)}`;
      return { rows: fitRows([row], { ...room, theme, width }), foldable: true };
    },
  };
  return section;
}
