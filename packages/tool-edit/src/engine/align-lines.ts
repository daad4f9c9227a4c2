const LIMIT = 1_000_000;

/**
 * For each line of `after` the index of the same line in `before`, or -1: common head and tail first, then a longest
 * common subsequence of what is between (left out where that would cost more than a million steps).
 */
export function alignLines(before: readonly string[], after: readonly string[]): number[] {
  const to = Array.from({ length: after.length }, () => -1);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) {
    to[head] = head;
    head++;
  }
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    to[after.length - 1 - tail] = before.length - 1 - tail;
    tail++;
  }
  alignMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail), head, to);
  return to;
}

function alignMiddle(
  before: readonly string[],
  after: readonly string[],
  offset: number,
  to: number[],
): void {
  const rows = before.length;
  const columns = after.length;
  if (rows === 0 || columns === 0 || rows * columns > LIMIT) return;
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      best[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (before[row] === after[column] && at(row, column) === at(row + 1, column + 1) + 1) {
      to[offset + column++] = offset + row++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
}

/**
 * For each new line the old line that it is or stands for: the same one, else the one at the same distance from the last
 * same one, as long as that comes before the next same one; -1 for a line that is new.
 *
 * @param align from `alignLines`
 */
export function pairLines(align: readonly number[], oldCount: number): number[] {
  const nexts = Array.from<number>({ length: align.length });
  let next = oldCount;
  for (let index = align.length - 1; index >= 0; index--) {
    const same = align[index] ?? -1;
    if (same >= 0) next = same;
    nexts[index] = next;
  }
  let lastOld = -1;
  let lastNew = -1;
  return align.map((same, index) => {
    const across = lastOld + (index - lastNew);
    if (same < 0) return across < (nexts[index] ?? 0) ? across : -1;
    lastOld = same;
    lastNew = index;
    return same;
  });
}
