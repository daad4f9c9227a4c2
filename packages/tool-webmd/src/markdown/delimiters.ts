import {
  canClose,
  canOpen,
  endSide,
  opens,
  type Side,
  type Sides,
  startSide,
  symbolsAsLetters,
} from "./flanking.js";
import { nestedPairs, SEPARATOR, withoutPairs } from "./nested-pairs.js";

/** A piece of a paragraph: finished text, or one end of an emphasis. */
export type Piece =
  | {
      readonly type: "text";
      readonly value: string;
      /** One end of `~~`. */ readonly edge?: "open" | "close";
    }
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

/** Rounds of the search for runs to set apart; beyond, all of the paragraph's are. */
const MAX_ROUNDS = 50;
/** Times that single nested emphases are left out; then all of the paragraph's are. */
const MAX_DROPS = 8;

/**
 * The paragraph with `*` and `**` written so that CommonMark reads the emphasis as meant. Where stars would be read
 * otherwise (`**a:**b`, four in a row), an empty comment stands between. A comment counts as punctuation, so a star between
 * one and other punctuation both opens and closes; emphasis in emphasis of the same kind that would be misread so is left out.
 * `edge` is what stands around the pieces.
 */
export function writeDelimiters(pieces: readonly Piece[], edge: Side): string {
  let left = pieces;
  for (let drops = 0; ; drops++) {
    const runs = findRuns(left, edge);
    const apart = doubtful(left, runs);
    const misread = drops > MAX_DROPS ? [] : mismatches(left, runs, apart);
    if (misread.length === 0) return write(left, runs, apart);
    const pairs = nestedPairs(left);
    const named = new Set<number>();
    for (const { from, to } of misread) {
      for (let at = from; at < to; at++) named.add((left[at] as Delimiter).pair);
    }
    const few = drops < MAX_DROPS ? pairs.filter((pair) => named.has(pair)) : [];
    const gone = new Set(few.length > 0 ? few : pairs);
    if (gone.size === 0) return write(left, runs, apart);
    left = withoutPairs(left, gone);
  }
}

function findRuns(pieces: readonly Piece[], edge: Side): DelimiterRun[] {
  const runs: DelimiterRun[] = [];
  let before = edge;
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] as Piece;
    if (piece.type === "text") {
      before = endSide(piece.value);
      at++;
      continue;
    }
    const from = at;
    let length = 0;
    for (let next = pieces[at]; next && next.type !== "text"; next = pieces[++at]) length += next.size;
    const next = pieces[at];
    const after = next?.type === "text" ? startSide(next.value) : edge;
    runs.push({ from, to: at, before, after, length });
  }
  return runs;
}

/** Runs that need separators: those at the wrong kind of neighbour, then those that would be matched otherwise. */
function doubtful(pieces: readonly Piece[], runs: readonly DelimiterRun[]): Set<DelimiterRun> {
  const apart = new Set<DelimiterRun>();
  for (const run of runs) {
    for (let at = run.from; at < run.to; at++) {
      const { type } = pieces[at] as Delimiter;
      if (!(type === "open" ? opens(run.before, run.after) : opens(run.after, run.before))) apart.add(run);
    }
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const wrong = mismatches(pieces, runs, apart);
    const before = apart.size;
    for (const run of wrong) apart.add(run);
    if (apart.size === before) return apart;
  }
  return new Set(runs);
}

// Readers differ in what counts for the rule of three (the whole run, or what is left of it) and in what a symbol is.
function mismatches(
  pieces: readonly Piece[],
  runs: readonly DelimiterRun[],
  apart: ReadonlySet<DelimiterRun>,
): DelimiterRun[] {
  const symbols = runs.some((run) => run.before === "symbol" || run.after === "symbol");
  let wrong: DelimiterRun[] = [];
  for (const see of symbols ? [(sides: Sides) => sides, symbolsAsLetters] : [symbolsAsLetters]) {
    for (const counts of ["length", "rest"] as const)
      wrong = wrong.concat(firstMismatch(pieces, held(pieces, runs, apart, see), counts));
  }
  return wrong;
}

/** Delimiters as the parser holds them; a run that is set apart counts as one per piece. */
interface Held {
  readonly run: DelimiterRun;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  from: number;
  to: number;
  rest: number;
}

function* held(
  pieces: readonly Piece[],
  runs: readonly DelimiterRun[],
  apart: ReadonlySet<DelimiterRun>,
  see: (sides: Sides) => Sides,
): Generator<Held> {
  for (const run of runs) {
    if (!apart.has(run)) {
      const { from, to, length } = run;
      const sides = see(run);
      yield { run, length, opens: canOpen(sides), closes: canClose(sides), from, to, rest: length };
      continue;
    }
    for (let at = run.from; at < run.to; at++) {
      const { type, size } = pieces[at] as Delimiter;
      const sides = see(apartSides(run, at, type));
      yield {
        run,
        length: size,
        opens: type === "open" || canOpen(sides),
        closes: type === "close" || canClose(sides),
        from: at,
        to: at + 1,
        rest: size,
      };
    }
  }
}

/** What stands beside one piece of a run with separators, as `write` puts them. */
function apartSides(run: DelimiterRun, at: number, type: Delimiter["type"]): Sides {
  const before = at === run.from && (type === "close" || run.before === "space");
  const after = at === run.to - 1 && (type === "open" || run.after === "space");
  return { before: before ? run.before : "punctuation", after: after ? run.after : "punctuation" };
}

/** The algorithm of CommonMark for emphasis, run until it reads something otherwise than meant. */
function firstMismatch(
  pieces: readonly Piece[],
  delimiters: Iterable<Held>,
  counts: "length" | "rest",
): DelimiterRun[] {
  const stack: Held[] = [];
  for (const closer of delimiters) {
    while (closer.closes && closer.rest > 0) {
      const at = openerFor(closer, stack, counts);
      if (at < 0) break;
      const opener = stack[at] as Held;
      const open = pieces[opener.to - 1];
      const close = pieces[closer.from];
      const size = opener.rest >= 2 && closer.rest >= 2 ? 2 : 1;
      const meant =
        open?.type === "open" && close?.type === "close" && open.pair === close.pair && open.size === size;
      if (!meant) return [closer.run, ...stack.slice(at).map((one) => one.run)];
      stack.length = at + 1;
      opener.to--;
      closer.from++;
      opener.rest -= size;
      closer.rest -= size;
      if (opener.rest === 0) stack.pop();
    }
    if (closer.rest === 0) continue;
    if (pieces[closer.from]?.type === "close") return [closer.run, ...stack.map((one) => one.run)];
    if (closer.opens) stack.push(closer);
  }
  return stack.map((one) => one.run);
}

function openerFor(closer: Held, stack: readonly Held[], counts: "length" | "rest"): number {
  for (let at = stack.length - 1; at >= 0; at--) {
    const opener = stack[at] as Held;
    const both = closer.opens || opener.closes;
    const [left, right] = [opener[counts], closer[counts]];
    const odd = (left + right) % 3 === 0 && !(left % 3 === 0 && right % 3 === 0);
    if (!(both && odd)) return at;
  }
  return -1;
}

function write(
  pieces: readonly Piece[],
  runs: readonly DelimiterRun[],
  apart: ReadonlySet<DelimiterRun>,
): string {
  let text = "";
  let next = 0;
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] as Piece;
    if (piece.type === "text") {
      text += piece.edge ? withEdge(text, piece, pieces[at + 1]) : piece.value;
      at++;
      continue;
    }
    const run = runs[next++] as DelimiterRun;
    const setApart = apart.has(run);
    for (let part = run.from; part < run.to; part++) {
      const one = pieces[part] as Delimiter;
      const first = part === run.from;
      if (setApart && (first ? one.type === "open" && run.before !== "space" : true)) text += SEPARATOR;
      text += "*".repeat(one.size);
      if (setApart && part === run.to - 1 && one.type === "close" && run.after !== "space") text += SEPARATOR;
    }
    at = run.to;
  }
  return text;
}

// Tildes open and close at the same neighbours as stars.
function withEdge(
  written: string,
  { value, edge }: Extract<Piece, { type: "text" }>,
  next: Piece | undefined,
): string {
  const before = written === "" ? "space" : endSide(written);
  const after = !next ? "space" : next.type === "text" ? startSide(next.value) : "punctuation";
  if (edge === "open") return opens(before, after) ? value : SEPARATOR + value;
  return opens(after, before) ? value : value + SEPARATOR;
}
