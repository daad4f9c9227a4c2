/** A stretch of a line; `changed` when the other line does not have it. */
export interface Stretch {
  readonly text: string;
  readonly changed: boolean;
}

/** Words on one side above which lines are not compared: the table would hold up a frame. */
const MOST = 200;
/** Part of the longer line that must be common; less is another line and not a changed one. */
const ALIKE = 0.4;

/** What changed between two lines, by words; undefined when they have too little in common. */
export function changedWords(
  before: string,
  after: string,
): { readonly before: Stretch[]; readonly after: Stretch[] } | undefined {
  const one = words(before);
  const other = words(after);
  if (one.length > MOST || other.length > MOST) return undefined;
  const columns = other.length + 1;
  const table = new Uint16Array((one.length + 1) * columns);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      table[i * columns + j] =
        one[i] === other[j]
          ? (table[(i + 1) * columns + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * columns + j] ?? 0, table[i * columns + j + 1] ?? 0);
  const left: Stretch[] = [];
  const right: Stretch[] = [];
  let common = 0;
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    const a = one[i];
    const b = other[j];
    if (a !== undefined && a === b) {
      push(left, a, false);
      push(right, a, false);
      common += a.trim().length;
      i += 1;
      j += 1;
    } else if (
      b === undefined ||
      (a !== undefined && (table[(i + 1) * columns + j] ?? 0) >= (table[i * columns + j + 1] ?? 0))
    ) {
      push(left, a ?? "", true);
      i += 1;
    } else {
      push(right, b, true);
      j += 1;
    }
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return longest === 0 || common < longest * ALIKE ? undefined : { before: left, after: right };
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_\p{M}]+|\s+|./gsu) ?? [];
}

function push(stretches: Stretch[], text: string, changed: boolean): void {
  const last = stretches.at(-1);
  if (last?.changed === changed) stretches[stretches.length - 1] = { text: last.text + text, changed };
  else stretches.push({ text, changed });
}
