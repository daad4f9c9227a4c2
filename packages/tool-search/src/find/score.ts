/** A query, read once for many paths. */
export interface FuzzyQuery {
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  /** Which of the characters a-z and 0-9 the word has, for a quick no. */
  readonly mask: number;
}

const NO = -1;

/** Splits a query into words, all of which a path must have, in any order. Letter case does not count. */
export function readQuery(query: string): FuzzyQuery {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return { words: words.map((text) => ({ text, mask: maskOf(text) })) };
}

/**
 * How well a path fits, or -1. A word counts most when it is the file's name, then at the name's beginning, at the
 * beginning of a part, inside the name, anywhere in the path. Letters may be skipped when what is left still looks
 * meant: most runs must begin a part of a name (`agntsess` is `agent-session.ts`).
 */
export function scorePath(path: string, query: FuzzyQuery): number {
  const lower = path.toLowerCase();
  const mask = maskOf(lower);
  let total = 0;
  for (const word of query.words) {
    if ((word.mask & mask) !== word.mask) return NO;
    const score = scoreWord(path, lower, word.text);
    if (score === NO) return NO;
    total += score;
  }
  // Among equals the shorter path is more likely meant.
  return total - Math.min(path.length, 500) / 1000;
}

function scoreWord(path: string, lower: string, word: string): number {
  const end = lower.endsWith("/") ? lower.length - 1 : lower.length;
  const base = lower.lastIndexOf("/", end - 1) + 1;
  const name = lower.slice(base, end);
  if (name === word) return 1000;
  if (name.startsWith(word)) return name[word.length] === "." ? 950 : 900;
  const inName = bestAt(path, lower, word, base);
  if (inName !== NO) return inName === 1 ? 850 : 800;
  const inPath = bestAt(path, lower, word, 0);
  if (inPath !== NO) return inPath === 1 ? 700 : 600;
  const fuzzyName = word.includes("/") ? NO : scatter(path, lower, word, base);
  if (fuzzyName !== NO) return 300 + fuzzyName;
  const fuzzyPath = scatter(path, lower, word, 0);
  return fuzzyPath === NO ? NO : fuzzyPath;
}

/** 1 when the word stands at the beginning of a part somewhere, 0 when it stands elsewhere. */
function bestAt(path: string, lower: string, word: string, from: number): number {
  let best = NO;
  for (let at = lower.indexOf(word, from); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (begins(path, at)) return 1;
    best = 0;
  }
  return best;
}

/** Whether a part of a name begins here: after a separator, or a capital after a small letter, or a digit after a letter. */
function begins(path: string, at: number): boolean {
  if (at === 0) return true;
  const before = path.charCodeAt(at - 1);
  const here = path.charCodeAt(at);
  if (!isWord(before) || !isWord(here)) return true;
  return isSmall(before) && !isSmall(here);
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isWord(code: number): boolean {
  return isSmall(code) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 127;
}

/** 0 to 200: fewer runs, and runs that begin a part, are better. */
function scatter(path: string, lower: string, word: string, from: number): number {
  let at = from;
  let runs = 0;
  let loose = 0;
  let last = -2;
  for (let index = 0; index < word.length; index += 1) {
    const next = nextOf(path, lower, word, index, at, last);
    if (next < 0) return NO;
    if (next !== last + 1) {
      runs += 1;
      if (!begins(path, next)) loose += 1;
    }
    last = next;
    at = next + 1;
  }
  // Three letters find initials only; longer words may skip more.
  const allowed = word.length > 4 ? Math.ceil(word.length / 3) : Math.floor(word.length / 4);
  if (loose > allowed || (word.length > 4 && runs > Math.ceil((word.length * 2) / 3))) return NO;
  return Math.max(0, 200 - 20 * loose - 10 * runs);
}

/** Where the word's next letter is: right behind the last one, else at the beginning of a part, else anywhere. */
function nextOf(path: string, lower: string, word: string, index: number, at: number, last: number): number {
  const letter = word[index] ?? "";
  const near = lower.indexOf(letter, at);
  if (near < 0 || near === last + 1) return near;
  for (let next = near; next >= 0; next = lower.indexOf(letter, next + 1)) {
    if (begins(path, next) && isSubsequence(lower, next + 1, word, index + 1)) return next;
  }
  return near;
}

function isSubsequence(lower: string, from: number, word: string, index: number): boolean {
  let at = from;
  for (let next = index; next < word.length; next += 1) {
    const found = lower.indexOf(word[next] ?? "", at);
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

function maskOf(text: string): number {
  let mask = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isSmall(code)) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) >> 1));
  }
  return mask;
}
