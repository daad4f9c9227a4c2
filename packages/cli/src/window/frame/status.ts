import { truncateToWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { duration, frameAt } from "../../interactive/spinner-frame.js";
import { oneLine } from "../../output/one-line.js";
import type { Theme } from "../types.js";

export interface StatusFacts {
  /** What runs; undefined: nothing. `ms` since it began. */
  readonly work: { readonly word: string; readonly tail?: string; readonly ms: number } | undefined;
  /** Said until the next key. */
  readonly hint: string | undefined;
  /** Texts that were sent and wait. */
  readonly waiting: readonly string[];
  /** The keys that cancel. */
  readonly cancel: string;
  /** No sign moves. */
  readonly still: boolean;
}

/** Texts in waiting that are shown. */
const SHOWN = 3;

/** The rows between transcript and editor: what waits, and what runs. There is always one, so that nothing jumps. */
export function statusRows(facts: StatusFacts, theme: Theme, width: number): string[] {
  const { waiting, work, hint } = facts;
  const rows = waiting.slice(0, SHOWN).map((text) => theme.dim(` ⏳ ${oneLine(text)}`));
  if (waiting.length > SHOWN) rows.push(theme.dim(` ⏳ ${waiting.length - SHOWN} more`));
  if (hint !== undefined) {
    // It is read once: it is not cut.
    const lines = wrapTextWithAnsi(oneLine(hint), Math.max(1, width - 1));
    rows.push(...lines.map((line) => theme.warning(` ${line}`)));
  } else if (work) {
    const sign = facts.still ? "•" : frameAt(work.ms);
    const tail = work.tail === undefined ? "" : ` · ${oneLine(work.tail)}`;
    rows.push(
      ` ${theme.accent(sign)} ${work.word} ${theme.dim(`· ${duration(work.ms)} · ${facts.cancel} cancels${tail}`)}`,
    );
  } else rows.push("");
  return rows.map((row) => truncateToWidth(row, width, "…"));
}
