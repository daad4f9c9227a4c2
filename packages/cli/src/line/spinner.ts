import type { Usage } from "@mm-agent/core";
import { count, duration, frameAt } from "../interactive/spinner-frame.js";
import type { Style } from "../output/style.js";
import { fitEnd, fitWidth, widthOf } from "./render/width.js";

/** Characters of a streamed answer that count as one token until the server says how many there were. */
const CHARS_PER_TOKEN = 4;

/** What the last line tells while a turn runs. */
export interface SpinnerState {
  readonly word: string;
  /** Milliseconds since the turn began. */
  readonly ms: number;
  readonly tokens: number;
  /** The newest line of a running tool's output. */
  readonly tail?: string;
  /** Messages that were sent and not taken up yet. */
  readonly waiting?: number;
  /** What the person has typed meanwhile. */
  readonly draft?: string;
}

/** The spinner's line in at most `columns` cells. What was typed is never cut away; the rest gives way to it. */
export function spinnerLine(state: SpinnerState, columns: number, style: Style): string {
  const facts = [`${frameAt(state.ms)} ${state.word}`, duration(state.ms)];
  if (state.tokens > 0) facts.push(`${count(state.tokens)} tokens`);
  if (state.waiting) facts.push(`${state.waiting} waiting`);
  if (state.draft !== undefined && state.draft !== "") {
    const lines = state.draft.split("\n");
    const typed = `${lines.length > 1 ? `(${lines.length} lines) ` : ""}${(lines.at(-1) ?? "").replaceAll("\t", " ")}▏`;
    const head = fitFacts(
      facts,
      Math.max(2, columns - Math.min(widthOf(typed), Math.floor(columns / 2)) - 3),
    );
    return `${style.dim(head)} ${style.bold(">")} ${fitEnd(typed, columns - widthOf(head) - 3)}`;
  }
  const head = fitFacts([...facts, "Esc cancels"], columns);
  const room = columns - widthOf(head) - 3;
  const tail = state.tail === undefined || room < 12 ? "" : ` · ${fitWidth(state.tail, room)}`;
  return style.dim(head + tail);
}

function fitFacts(facts: readonly string[], columns: number): string {
  for (let many = facts.length; many > 1; many -= 1) {
    const text = facts.slice(0, many).join(" · ");
    if (widthOf(text) <= columns) return text;
  }
  return fitWidth(facts[0] ?? "", columns);
}

/** Tokens of a turn as they grow: what the server reported, and an estimate of what has come since. */
export function createTokenCount(): {
  text(length: number): void;
  report(total: Usage): void;
  read(): number;
} {
  let reported = 0;
  let since = 0;
  return {
    text: (length) => {
      since += length;
    },
    report: (total) => {
      reported = total.input + (total.cacheRead ?? 0) + (total.cacheWrite ?? 0) + total.output;
      since = 0;
    },
    read: () => reported + Math.round(since / CHARS_PER_TOKEN),
  };
}
