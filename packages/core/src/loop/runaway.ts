/** What a runaway guard found. */
export interface Runaway {
  readonly reason: "repeats" | "too_long";
  /** Characters seen so far. */
  readonly chars: number;
  /** The repeated pattern, or the end of what came. */
  readonly sample: string;
}

/** Watches a text that streams in; `push` returns a finding as soon as the text has derailed. */
export interface RunawayGuard {
  push(delta: string): Runaway | undefined;
}

export interface RunawayOptions {
  /** The end of the text that must be one repeated pattern. Default 256 characters. */
  readonly window?: number;
  /** Shortest and longest pattern that counts at once. Default 4 and 64 characters. */
  readonly shortest?: number;
  readonly longest?: number;
  /** A run of a shorter pattern (rules, padding, zeros) counts from this length on. Default 4,096 characters. */
  readonly shortRun?: number;
  /** Longest text. Default 262,144 characters; Infinity for none. */
  readonly maxChars?: number;
  /** Characters between two looks at the end of the text. Default 64. */
  readonly stride?: number;
}

/**
 * A guard for one streamed tool call. Constant work for each delta, and for each 64 characters of a long one.
 * The rule is the one of the spec ("Loop detection"), with the shortest period of the pattern deciding.
 */
export function createRunawayGuard(options: RunawayOptions = {}): RunawayGuard {
  const {
    window = 256,
    shortest = 4,
    longest = 64,
    shortRun = 4096,
    maxChars = 262_144,
    stride = 64,
  } = options;
  let tail = "";
  let chars = 0;
  let sinceLook = 0;
  // runs[p] = length of the stretch at the end in which every character equals the one p places before it.
  const runs = Array.from({ length: shortest }, () => 0);

  const step = (piece: string): Runaway | undefined => {
    const before = tail.length;
    const joined = tail + piece;
    for (let i = before; i < joined.length; i += 1)
      for (let period = 1; period < shortest; period += 1)
        runs[period] = i >= period && joined[i] === joined[i - period] ? (runs[period] ?? 0) + 1 : 0;
    chars += piece.length;
    tail = joined.slice(-window);
    for (let period = 1; period < shortest; period += 1)
      if ((runs[period] ?? 0) + period >= shortRun) return finding("repeats", tail.slice(-period));
    sinceLook += piece.length;
    if (tail.length === window && (stride <= 64 || sinceLook >= stride)) {
      sinceLook = 0;
      const period = smallestPeriod(tail);
      if (period >= shortest && period <= longest) return finding("repeats", tail.slice(-period));
    }
    return chars > maxChars ? finding("too_long", tail.slice(-longest)) : undefined;
  };
  const finding = (reason: Runaway["reason"], sample: string): Runaway => ({ reason, chars, sample });

  return {
    push(delta) {
      for (let at = 0; at < delta.length; at += stride) {
        const found = step(delta.slice(at, at + stride));
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** The smallest period of a text (Knuth-Morris-Pratt failure function); its length when nothing repeats. */
function smallestPeriod(text: string): number {
  const border = new Uint16Array(text.length);
  let length = 0;
  for (let i = 1; i < text.length; i += 1) {
    while (length > 0 && text.charCodeAt(i) !== text.charCodeAt(length)) length = border[length - 1] ?? 0;
    if (text.charCodeAt(i) === text.charCodeAt(length)) length += 1;
    border[i] = length;
  }
  return text.length - length;
}

/** The text that ends a turn whose tool call ran away (spec, "Loop detection"). */
export function runawayText(found: Runaway): string {
  const what =
    found.reason === "repeats" ? "its arguments repeat the same pattern" : "its arguments exceed 256 KB";
  const sample = JSON.stringify(found.sample).slice(1, -1);
  return `[error: the model's tool call ran away: ${what} (${found.chars} characters so far: ${sample}) — generation stopped; rephrase the request, or try another model]`;
}
