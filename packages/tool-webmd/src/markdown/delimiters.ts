/** A piece of a paragraph: finished text, or one end of an emphasis. */
export type Piece =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "open" | "close"; readonly size: 1 | 2; readonly pair: number };

type Delimiter = Extract<Piece, { pair: number }>;

interface DelimiterRun {
  /** Indexes of the pieces. */
  readonly from: number;
  readonly to: number;
  readonly before: Side;
  readonly after: Side;
  readonly length: number;
}

type Side = "space" | "punctuation" | "other";

/** Renders as nothing, is read as punctuation: it sets apart what would run together. */
const SEPARATOR = "<!-- -->";
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * The paragraph with `*` and `**` written so that CommonMark reads the emphasis as meant. Where stars would be read
 * otherwise (`**a:**b`, four in a row), an empty comment stands between.
 */
export function writeDelimiters(pieces: readonly Piece[]): string {
  const runs = findRuns(pieces);
  return write(pieces, runs, check(pieces, runs));
}

function findRuns(pieces: readonly Piece[]): DelimiterRun[] {
  const runs: DelimiterRun[] = [];
  let before: Side = "space";
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    if (piece.type === "text") {
      before = side(lastChar(piece.value));
      at++;
      continue;
    }
    const from = at;
    let length = 0;
    for (let next = pieces[at]; next && next.type !== "text"; next = pieces[++at]) length += next.size;
    const next = pieces[at];
    const after = next?.type === "text" ? side(firstChar(next.value)) : "space";
    runs.push({ from, to: at, before, after, length });
  }
  return runs;
}

function firstChar(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 10);
}

function lastChar(text: string): string {
  const last = text.codePointAt(text.length - 2) ?? 0;
  return last > 0xffff ? String.fromCodePoint(last) : (text.at(-1) ?? "\n");
}

function side(char: string): Side {
  if (/\s/.test(char)) return "space";
  return PUNCTUATION.test(char) ? "punctuation" : "other";
}

function canOpen(run: DelimiterRun): boolean {
  return run.after !== "space" && (run.after !== "punctuation" || run.before !== "other");
}

function canClose(run: DelimiterRun): boolean {
  return run.before !== "space" && (run.before !== "punctuation" || run.after !== "other");
}

/** The algorithm of CommonMark for emphasis, run to see which runs it reads otherwise than meant. */
function check(pieces: readonly Piece[], runs: readonly DelimiterRun[]): Set<DelimiterRun> {
  const failing = new Set<DelimiterRun>();
  const stack: { run: DelimiterRun; left: Delimiter[]; rest: number }[] = [];
  for (const run of runs) {
    const parts = pieces.slice(run.from, run.to) as Delimiter[];
    const opens = parts.some((part) => part.type === "open");
    const closes = parts.some((part) => part.type === "close");
    if ((opens && !canOpen(run)) || (closes && !canClose(run))) {
      failing.add(run);
      // Whatever these would have matched cannot be told any more: set everything apart from here on.
      for (const held of stack) failing.add(held.run);
    }
    let closing = parts;
    let rest = run.length;
    while (canClose(run) && rest > 0) {
      const opener = findOpener(stack, run, canOpen(run));
      if (!opener) break;
      const held = stack[opener.at] as (typeof stack)[number];
      const size = held.rest >= 2 && rest >= 2 ? 2 : 1;
      const open = held.left.at(-1);
      const close = closing[0];
      if (open?.type !== "open" || close?.type !== "close" || open.pair !== close.pair || open.size !== size) {
        failing.add(held.run);
        failing.add(run);
        for (const one of stack.slice(opener.at)) failing.add(one.run);
      }
      stack.length = opener.at + 1;
      held.left = held.left.slice(0, -1);
      held.rest -= size;
      closing = closing.slice(1);
      rest -= size;
      if (held.rest <= 0) stack.pop();
    }
    if (rest > 0) {
      if (canOpen(run)) stack.push({ run, left: closing, rest });
      if (closing.some((part) => part.type === "close")) failing.add(run);
    }
  }
  for (const held of stack) failing.add(held.run);
  return failing;
}

function findOpener(
  stack: readonly { run: DelimiterRun; rest: number }[],
  closer: DelimiterRun,
  closerOpens: boolean,
): { at: number } | undefined {
  for (let at = stack.length - 1; at >= 0; at--) {
    const { run } = stack[at] as (typeof stack)[number];
    const either = closerOpens || canClose(run);
    if (either && (run.length + closer.length) % 3 === 0 && !(run.length % 3 === 0 && closer.length % 3 === 0)) continue;
    return { at };
  }
  return undefined;
}

function write(pieces: readonly Piece[], runs: readonly DelimiterRun[], failing: ReadonlySet<DelimiterRun>): string {
  let text = "";
  let next = 0;
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    if (piece.type === "text") {
      text += piece.value;
      at++;
      continue;
    }
    const run = runs[next++] as DelimiterRun;
    const apart = failing.has(run);
    for (let part = run.from; part < run.to; part++) {
      const one = pieces[part] as Delimiter;
      const first = part === run.from;
      if (apart && (first ? one.type === "open" && run.before !== "space" : true)) text += SEPARATOR;
      text += "*".repeat(one.size);
      if (apart && part === run.to - 1 && one.type === "close" && run.after !== "space") text += SEPARATOR;
    }
    at = run.to;
  }
  return text;
}
