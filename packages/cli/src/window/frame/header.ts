import { sliceByColumn, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { oneLine } from "../../output/one-line.js";
import type { Theme } from "../types.js";

export interface HeaderFacts {
  /** `acp.title` of the configuration, where it is not mm's own. */
  readonly own: string | undefined;
  /** The session's, shown where there is no other; empty before the first prompt. */
  readonly title: string | undefined;
  readonly model: string;
  readonly provider: string;
  /** The asked agents at work, outermost first: `mm [<title>] · <model> @ <provider>`. */
  readonly asked: readonly string[];
}

/** Cells of a title that are shown. */
const TITLE = 40;

/** The row at the top: `mm [<title>] · <model> @ <provider>`, with who asked whom while an asked agent works. */
export function headerRow(
  { own, title, model, provider, asked }: HeaderFacts,
  theme: Theme,
  width: number,
): string {
  const agent = asked.at(-1);
  const whole = oneLine(own ?? title ?? "");
  const short = visibleWidth(whole) <= TITLE ? whole : `${sliceByColumn(whole, 0, TITLE - 1, true)}…`;
  const name = short === "" ? "" : theme.bold(` [${short}]`);
  const row = `${theme.accent(theme.bold("mm"))}${name}${theme.dim(` · ${oneLine(model)} @ ${oneLine(provider)}`)}`;
  if (agent === undefined) return truncateToWidth(row, width, "…", true);
  const [who = "", ...rest] = oneLine(agent).split(" · ");
  const by = asked.at(-2)?.split(" · ")[0] ?? own ?? "mm";
  const more = [...rest, `asked by ${oneLine(by)}`].map((text) => ` · ${text}`).join("");
  return truncateToWidth(`${theme.accent(theme.bold(who))}${theme.dim(more)}`, width, "…", true);
}
