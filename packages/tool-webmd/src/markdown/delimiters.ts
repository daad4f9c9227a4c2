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

/** `symbol`: beyond the basic plane, punctuation for some readers and a letter for others. */
type Side = "space" | "punctuation" | "symbol" | "other";

/** Renders as nothing, is read as punctuation: it sets apart what would run together. */
export const SEPARATOR = "<!-- -->";
/** Rounds of the search for runs to set apart; beyond, all of the paragraph's are. */
const MAX_ROUNDS = 50;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * The paragraph with `*` and `**` written so that CommonMark reads the emphasis as meant. Where stars would be read
 * otherwise (`**a:**b`, four in a row), an empty comment stands between.
 */
export function writeDelimiters(pieces: readonly Piece[]): string {
  const runs = findRuns(pieces);
  return write(pieces, runs, doubtful(pieces, runs));
}

function findRuns(pieces: readonly Piece[]): DelimiterRun[] {
  const runs: DelimiterRun[] = [];
  let before: Side = "space";
  for (let at = 0; at < pieces.length;) {
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
  if (!PUNCTUATION.test(char)) return "other";
  return char.length > 1 ? "symbol" : "punctuation";
}

/** Whether a run opens between these neighbours, for every reader. A run closes where it would open the other way round. */
function opens(outside: Side, inside: Side): boolean {
  if (inside === "space") return false;
  return inside === "other" || outside === "space" || outside === "punctuation";
}

function canOpen(run: DelimiterRun): boolean {
  return (
    run.after !== "space" &&
    (!isPunctuation(run.after) || run.before === "space" || isPunctuation(run.before))
  );
}

function canClose(run: DelimiterRun): boolean {
  return (
    run.before !== "space" &&
    (!isPunctuation(run.before) || run.after === "space" || isPunctuation(run.after))
  );
}

function isPunctuation(side: Side): boolean {
  return side === "punctuation" || side === "symbol";
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
    // Readers differ in what counts for the rule of three: the whole run, or what is left of it.
    const wrong = [
      ...firstMismatch(pieces, runs, apart, "length"),
      ...firstMismatch(pieces, runs, apart, "rest"),
    ];
    const before = apart.size;
    for (const run of wrong) apart.add(run);
    if (apart.size === before) return apart;
  }
  return new Set(runs);
}

/** Delimiters as the parser holds them; a run that is set apart counts as one per piece, open or close and never both. */
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
): Generator<Held> {
  for (const run of runs) {
    if (!apart.has(run)) {
      const { from, to, length } = run;
      yield { run, length, opens: canOpen(run), closes: canClose(run), from, to, rest: length };
      continue;
    }
    for (let at = run.from; at < run.to; at++) {
      const { type, size } = pieces[at] as Delimiter;
      yield {
        run,
        length: size,
        opens: type === "open",
        closes: type === "close",
        from: at,
        to: at + 1,
        rest: size,
      };
    }
  }
}

/** The algorithm of CommonMark for emphasis, run until it reads something otherwise than meant. */
function firstMismatch(
  pieces: readonly Piece[],
  runs: readonly DelimiterRun[],
  apart: ReadonlySet<DelimiterRun>,
  counts: "length" | "rest",
): DelimiterRun[] {
  const stack: Held[] = [];
  for (const closer of held(pieces, runs, apart)) {
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
  const before = written === "" ? "space" : side(lastChar(written));
  const after = !next ? "space" : next.type === "text" ? side(firstChar(next.value)) : "punctuation";
  if (edge === "open") return opens(before, after) ? value : SEPARATOR + value;
  return opens(after, before) ? value : value + SEPARATOR;
}
