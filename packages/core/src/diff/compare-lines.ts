import { createAnchor, type Pairs } from "./anchor.js";
import { longestCommon } from "./longest-common.js";
import type { Change } from "./types.js";

/** Cells of one table, and of all tables together; beyond them a block is replaced as a whole. */
const TABLE = 250_000;
const ALL_TABLES = 16_000_000;
/** Lines looked at over all rounds; beyond it what is left becomes one coarse change per block. */
const ALL_LINES = 4_000_000;

/** Part of both sides, ends exclusive. */
export interface Window {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * What has to change to get from the lines `before` to the lines `after`, in order and without touching neighbours.
 *
 * A patience diff: common ends are cut off, lines that occur once on both sides hold the rest apart, and what lies
 * between is treated the same way. Small blocks without such lines are compared exactly. Its time grows with the
 * size of the texts, not with the number of differences.
 */
export function compareLines(before: readonly string[], after: readonly string[]): Change[] {
  const { a, b, ids } = intern(before, after);
  const anchor = createAnchor(a, b, ids);
  const changes: Change[] = [];
  let cells = ALL_TABLES;
  let budget = ALL_LINES + before.length + after.length;
  const replace = (a0: number, a1: number, b0: number, b1: number): void => {
    changes.push({ start: a0, count: a1 - a0, lines: after.slice(b0, b1) });
  };
  // A stack and not recursion: anchors can nest thousands deep. The first window is on top.
  const open: Window[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  for (let window = open.pop(); window; window = open.pop()) {
    const { a0, a1, b0, b1 } = trim(a, b, window);
    if (a0 === a1 && b0 === b1) continue;
    if (a0 === a1 || b0 === b1) {
      replace(a0, a1, b0, b1);
      continue;
    }
    budget -= a1 - a0 + b1 - b0;
    const anchors = budget < 0 ? [] : anchor({ a0, a1, b0, b1 });
    const size = (a1 - a0) * (b1 - b0);
    const pairs =
      anchors.length > 0 ? anchors : size <= TABLE && size <= cells ? table(a0, a1, b0, b1, size) : [];
    if (pairs.length === 0) {
      replace(a0, a1, b0, b1);
      continue;
    }
    let end = { a: a1, b: b1 };
    for (let k = pairs.length - 2; k >= 0; k -= 2) {
      const i = pairs[k]!;
      const j = pairs[k + 1]!;
      if (i + 1 < end.a || j + 1 < end.b) open.push({ a0: i + 1, a1: end.a, b0: j + 1, b1: end.b });
      end = { a: i, b: j };
    }
    open.push({ a0, a1: end.a, b0, b1: end.b });
  }
  return changes;

  function table(a0: number, a1: number, b0: number, b1: number, size: number): Pairs {
    cells -= size;
    return longestCommon(a, b, { a0, a1, b0, b1 });
  }
}

/** Equal lines get equal numbers, below `ids`. */
function intern(
  before: readonly string[],
  after: readonly string[],
): { a: Int32Array; b: Int32Array; ids: number } {
  const ids = new Map<string, number>();
  const number = (line: string): number => {
    const known = ids.get(line);
    if (known !== undefined) return known;
    ids.set(line, ids.size);
    return ids.size - 1;
  };
  const a = new Int32Array(before.length);
  const b = new Int32Array(after.length);
  for (let i = 0; i < a.length; i += 1) a[i] = number(before[i]!);
  for (let i = 0; i < b.length; i += 1) b[i] = number(after[i]!);
  return { a, b, ids: ids.size };
}

function trim(a: Int32Array, b: Int32Array, window: Window): Window {
  let { a0, a1, b0, b1 } = window;
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
    a0 += 1;
    b0 += 1;
  }
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
    a1 -= 1;
    b1 -= 1;
  }
  return { a0, a1, b0, b1 };
}
