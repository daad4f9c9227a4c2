import { createRunawayGuard, runawayText } from "@mm-agent/core";
import { parseMarkup } from "./parse-markup.js";
import { plausible } from "./plausible.js";

const CLOSER = /<\/[^<>\s]{1,40}>|<\|?[\w▁｜]*end[｜|]*>|<tool_call\|>|<\|(?:\/tool_call|END_ACTION)\|>/g;
/** Attempts to read a call that text seems to follow; a value full of closing tags must not cost a reading each. */
const MAX_ATTEMPTS = 8;
/** Characters in which an opening shows whether it begins a call. */
const OPENING = 300;

/** Text that is held back because it may be a call. */
export interface Held {
  /** `until`: give up and show this much. `derailed`: a text for the person, when the call repeats itself without end. */
  push(text: string): { readonly derailed?: string; readonly until?: number };
  readonly text: string;
  /** Hands all of it over and begins anew. */
  take(): string;
}

/** Holds text from the opening of a call on. Constant work for each piece, and a few readings of the whole at most. */
export function createHeld(declared: readonly string[]): Held {
  let pieces: string[] = [];
  let length = 0;
  let attempts = 0;
  let before = "";
  /** What follows the last closing tag. */
  let behind: string | undefined;
  let guard = createRunawayGuard();

  const whole = (): string => {
    if (pieces.length > 1) pieces = [pieces.join("")];
    return pieces[0] ?? "";
  };
  const until = (text: string): number | undefined => {
    if (length - text.length < OPENING && !plausible(whole(), declared)) return 1;
    const near = before + text;
    const end = text.includes(">") ? endOfCloser(near) : -1;
    if (end >= 0) behind = near.slice(end);
    else if (behind !== undefined && behind.length < 20) behind += text;
    before = near.slice(-60);
    // Text behind a closing tag: if the call is whole, it was a story about one.
    if (behind === undefined || attempts >= MAX_ATTEMPTS || !/^\s*[^\s<[;,`{}\]]/.test(behind))
      return undefined;
    attempts += 1;
    behind = undefined;
    const parsed = parseMarkup(whole(), declared);
    return parsed.kind === "text" ? parsed.at : undefined;
  };

  return {
    push(text) {
      pieces.push(text);
      length += text.length;
      const derailed = guard.push(text);
      const at = until(text);
      return {
        ...(derailed === undefined ? {} : { derailed: runawayText(derailed) }),
        ...(at === undefined ? {} : { until: at }),
      };
    },
    get text() {
      return whole();
    },
    take() {
      const all = whole();
      pieces = [];
      length = 0;
      attempts = 0;
      before = "";
      behind = undefined;
      guard = createRunawayGuard();
      return all;
    },
  };
}

function endOfCloser(text: string): number {
  let end = -1;
  for (const found of text.matchAll(CLOSER)) end = found.index + found[0].length;
  return end;
}
