import { sliceByColumn, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { oneLine } from "../../output/one-line.js";
import type { Theme } from "../types.js";
import { shortModel } from "./short-model.js";

export interface HeaderFacts {
  /** `acp.title` of the configuration, where it is not mm's own. */
  readonly own: string | undefined;
  /** The session's, shown where there is no other; empty before the first prompt. */
  readonly title: string | undefined;
  /** Empty until the conversation is open. */
  readonly model: string;
  readonly provider: string;
  /** The asked agents at work, outermost first: `mm [<title>] · <model> @ <provider>`. */
  readonly asked: readonly string[];
}

/** Cells of a title that are shown. */
const TITLE = 40;
/** A title cut to less than this says nothing: the model has the room. */
const LEAST_TITLE = 6;

/** The row at the top: `mm [<title>] · <model> @ <provider>`, with who asked whom while an asked agent works. */
export function headerRow(
  { own, title, model, provider, asked }: HeaderFacts,
  theme: Theme,
  width: number,
): string {
  const agent = asked.at(-1);
  if (agent === undefined) {
    const what = model === "" ? "" : ` · ${shortModel(oneLine(model))} @ ${oneLine(provider)}`;
    const name = shortTitle(oneLine(own ?? title ?? ""), width - visibleWidth(`mm []${what}`));
    const shown = name === "" ? "" : theme.bold(` [${name}]`);
    return truncateToWidth(`${theme.accent(theme.bold("mm"))}${shown}${theme.dim(what)}`, width, "…", true);
  }
  const [who = "", ...rest] = oneLine(agent).split(" · ");
  const by = asked.at(-2)?.split(" · ")[0] ?? own ?? "mm";
  const more = [...rest.map(shortModelOf), `asked by ${oneLine(by)}`].map((text) => ` · ${text}`).join("");
  return truncateToWidth(`${theme.accent(theme.bold(who))}${theme.dim(more)}`, width, "…", true);
}

/** The title gives way first: it stands in the transcript, too, and the model does not. */
function shortTitle(title: string, room: number): string {
  const most = Math.min(TITLE, room);
  if (visibleWidth(title) <= most) return title;
  return most < LEAST_TITLE ? "" : `${sliceByColumn(title, 0, most - 1, true)}…`;
}

/** `<model> @ <provider>` of an asked agent. */
function shortModelOf(text: string): string {
  const at = text.lastIndexOf(" @ ");
  return at < 0 ? shortModel(text) : shortModel(text.slice(0, at)) + text.slice(at);
}
