import type { StyleName } from "../../output/style.js";
import { graphemes } from "../render/width.js";

/** A run of text in one look. */
export interface Piece {
  readonly text: string;
  readonly marks: readonly StyleName[];
}

/** An opening mark whose end has not come within this many characters is taken as it stands. */
const REACH = 600;
const SPECIAL = /[\\*_`~[!]/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Takes everything from the front of a line's text that later text cannot change, and gives the rest back. `before` is
 * the character in front of `source`. With `final` nothing comes any more, and everything is taken.
 */
export function takeInline(
  source: string,
  final: boolean,
  marks: readonly StyleName[] = [],
  before = " ",
): { readonly pieces: readonly Piece[]; readonly rest: string } {
  const pieces: Piece[] = [];
  let plain = "";
  let at = 0;
  const flush = (): void => {
    if (plain !== "") pieces.push({ text: plain, marks });
    plain = "";
  };
  while (at < source.length) {
    const step = readAt(source, at, final, at === 0 ? before : (source[at - 1] ?? " "));
    if (step === "wait") break;
    if (typeof step === "number") {
      plain += source.slice(at, at + step);
      at += step;
      continue;
    }
    if (step.marks === undefined) plain += step.text;
    else {
      flush();
      const inner = [...marks, ...step.marks];
      if (step.raw) pieces.push({ text: step.text, marks: inner });
      else pieces.push(...takeInline(step.text, true, inner).pieces);
      if (step.after) pieces.push({ text: step.after, marks: [...marks, "dim"] });
    }
    at += step.length;
  }
  flush();
  return { pieces, rest: source.slice(at) };
}

interface Span {
  /** Units of the source. */
  readonly length: number;
  readonly text: string;
  readonly marks?: readonly StyleName[];
  /** The text is not Markdown itself. */
  readonly raw?: boolean;
  /** Dimmed text behind it: a link's target. */
  readonly after?: string;
}

/** What begins at a place: that many plain characters, a span, or `wait` for more text. */
function readAt(source: string, at: number, final: boolean, before: string): number | Span | "wait" {
  const char = source[at] ?? "";
  if (!SPECIAL.test(char)) return plainRun(source, at, final);
  // What the decision needs may still be coming.
  const open = (length: number): number | "wait" => (final || source.length - at > REACH ? length : "wait");
  switch (char) {
    case "\\": {
      const next = source[at + 1];
      if (next === undefined) return open(1);
      return PUNCTUATION.test(next) ? { length: 2, text: next } : 1;
    }
    case "`":
      return readCode(source, at, open);
    case "*":
    case "_":
    case "~":
      return readEmphasis(source, at, before, open);
    case "!":
      if (source[at + 1] === undefined) return open(1);
      return source[at + 1] === "[" ? readLink(source, at + 1, at, open) : 1;
    default:
      return readLink(source, at, at, open);
  }
}

function plainRun(source: string, at: number, final: boolean): number | "wait" {
  let end = at + 1;
  while (end < source.length && !SPECIAL.test(source[end] ?? "")) end += 1;
  if (final || end < source.length || source.charCodeAt(end - 1) < 0x300) return end - at;
  // More text may make one character of this one and the next: a flag, a family, a letter with its marks.
  const last = graphemes(source.slice(Math.max(at, end - 64), end)).at(-1)?.length ?? 1;
  return end - last > at ? end - last - at : "wait";
}

function runLength(source: string, at: number): number {
  let end = at;
  while (source[end] === source[at] && end < source.length) end += 1;
  return end - at;
}

type Open = (length: number) => number | "wait";

function readCode(source: string, at: number, open: Open): number | Span | "wait" {
  const run = runLength(source, at);
  if (at + run === source.length) return open(run);
  for (let end = at + run; end < source.length; end += 1) {
    if (source[end] !== "`") continue;
    const closing = runLength(source, end);
    // A run that reaches the end of what is here may still grow longer.
    if (closing <= run && end + closing === source.length && open(0) === "wait" && run > 1) return "wait";
    if (closing === run) return codeSpan(source, at, run, end);
    end += closing - 1;
  }
  return open(run);
}

function codeSpan(source: string, at: number, run: number, end: number): Span {
  const inner = source.slice(at + run, end);
  const trimmed = /^ .*[^ ].* $|^ [^ ] $/.test(inner) ? inner.slice(1, -1) : inner;
  return { length: end + run - at, text: trimmed, marks: ["cyan"], raw: true };
}

/** What emphasis may begin with. */
const OPENS = /[\p{L}\p{N}\p{Extended_Pictographic}`[("'“‘«$_*~-]/u;
const EMPHASIS: Readonly<Record<string, readonly (readonly StyleName[])[]>> = {
  "*": [["italic"], ["bold"], ["bold", "italic"]],
  _: [["italic"], ["bold"], ["bold", "italic"]],
  "~": [[], ["strike"]],
};

function readEmphasis(source: string, at: number, before: string, open: Open): number | Span | "wait" {
  const char = source[at] ?? "";
  const run = runLength(source, at);
  const next = source[at + run];
  if (next === undefined) return open(run);
  const looks = EMPHASIS[char]?.[run - 1];
  const word = char === "_" ? /[\p{L}\p{N}]/u : /\w/;
  // Stricter than CommonMark: globs and sums (`*.ts`, `2*3*4`) are common in answers, emphasis inside words is not.
  const inWord = char === "_" || (char === "*" && run === 1);
  if (!looks || looks.length === 0 || !OPENS.test(next) || (inWord && word.test(before))) return run;
  for (let end = at + run; end < source.length; end += 1) {
    const here = source[end];
    if (here === "\\") end += 1;
    else if (here === "`") {
      const code = runLength(source, end);
      const close = source.indexOf("`".repeat(code), end + code);
      end = close < 0 ? end + code - 1 : close + code - 1;
    } else if (here === char) {
      const closing = runLength(source, end);
      const fits = closing === run && !/\s/.test(source[end - 1] ?? " ");
      const follows = source[end + closing];
      if (fits && inWord && follows === undefined && open(0) === "wait") return "wait";
      if (fits && !(inWord && follows !== undefined && word.test(follows)))
        return { length: end + closing - at, text: source.slice(at + run, end), marks: looks };
      end += closing - 1;
    }
  }
  return open(run);
}

function readLink(source: string, bracket: number, at: number, open: Open): number | Span | "wait" {
  const close = closing(source, bracket, "[", "]");
  const width = bracket - at + 1;
  if (close < 0) return open(width);
  if (close + 1 === source.length) return open(width);
  if (source[close + 1] !== "(") return width;
  const end = closing(source, close + 1, "(", ")");
  if (end < 0) return open(width);
  const text = source.slice(bracket + 1, close);
  const target = source.slice(close + 2, end).replace(/\s+".*"$/, "");
  const same = text === target || text === "" || `mailto:${text}` === target;
  return {
    length: end + 1 - at,
    text: text === "" ? target : text,
    marks: ["underline"],
    ...(same ? { raw: true } : { after: ` (${target})` }),
  };
}

function closing(source: string, from: number, opens: string, closes: string): number {
  let depth = 0;
  const end = Math.min(source.length, from + REACH * 4);
  for (let at = from; at < end; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === opens) depth += 1;
    else if (source[at] === closes && (depth -= 1) === 0) return at;
  }
  return -1;
}
