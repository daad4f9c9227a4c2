import type { Laid, Room, TranscriptBlock } from "./block.js";
import { fitRows, fitText, wrapText } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

export interface ThoughtsBlock extends TranscriptBlock {
  feed(text: string): void;
  end(): void;
}

/** What the model thinks: one line with its length, unfolded the whole text. */
export function createThoughts(): ThoughtsBlock {
  let text = "";
  let ended = false;
  let known: Room | undefined;
  /** Rows of the lines that are complete, and the units of text they came from. */
  let kept: string[] = [];
  let length = 0;

  const body = (room: Room): string[] => {
    if (known !== room) {
      known = room;
      kept = [];
      length = 0;
    }
    const row = (line: string): string[] => wrapText(safeText(line), room, room.theme.dim, "  ");
    const end = text.lastIndexOf("\n") + 1;
    if (end > length) {
      for (const line of text.slice(length, end - 1).split("\n")) kept.push(...row(line));
      length = end;
    }
    return text.length > length ? [...kept, ...row(text.slice(length))] : kept;
  };

  return {
    feed(more) {
      // Blank lines before the first word say nothing.
      text = text === "" ? more.replace(/^\s+/, "") : text + more;
    },
    end() {
      ended = true;
    },
    lay(room, open): Laid {
      if (text === "") return { rows: [] };
      const { theme, width } = room;
      const size = `${grouped(text.length)} characters`;
      const word = ended ? "Thoughts" : "Thinking";
      const line = open ? "" : safeText(ended ? text.slice(0, 400) : text.slice(-400)).trim();
      const say = ended ? (line.split("\n", 1)[0] ?? "") : (line.split("\n").at(-1) ?? "");
      const head = `∴ ${word} · ${size}`;
      const rest = say === "" ? "" : fitText(` · ${say}`, width - head.length);
      const [row = ""] = fitRows([theme.dim(fitText(head + rest, width))], room);
      return { rows: open ? [row, ...body(room)] : [row], foldable: true };
    },
  };
}

/** `12,345`: what Intl makes of it costs more than the rest of the row. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
