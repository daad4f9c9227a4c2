import { truncateToWidth } from "@earendil-works/pi-tui";
import { oneLine } from "../../line/render/call-blocks.js";
import type { Theme } from "../types.js";

export interface HeaderFacts {
  /** `acp.title` of the configuration, where it is not mm's own. */
  readonly title: string | undefined;
  readonly model: string;
  readonly provider: string;
  /** The asked agents at work, outermost first. */
  readonly asked: readonly string[];
}

/** The row at the top: `mm [<title>] · <model> @ <provider>`, with who asked whom while an asked agent works. */
export function headerRow(
  { title, model, provider, asked }: HeaderFacts,
  theme: Theme,
  width: number,
): string {
  const own = title === undefined ? "mm" : oneLine(title);
  const agent = asked.at(-1);
  const name = agent ?? title;
  const head = `${theme.accent(theme.bold("mm"))}${name === undefined ? "" : theme.bold(` [${oneLine(name)}]`)}`;
  const by = agent === undefined ? "" : ` · asked by ${oneLine(asked.at(-2) ?? own)}`;
  return truncateToWidth(
    `${head}${theme.dim(` · ${oneLine(model)} @ ${oneLine(provider)}${by}`)}`,
    width,
    "…",
    true,
  );
}
