/** UTF-16 units of one line in an answer. */
const MAX_LINE = 500;

/** What is shown before a match that lies far to the right, in bytes. */
const LEAD = 100;

/**
 * The text of a line without its line end, at most 500 characters. A longer line is cut so that its first match, at the
 * 1-based byte `wantedColumn`, is in what is shown; `…` stands for what is not.
 */
export function cutLine(bytes: Buffer, wantedColumn = 1): string {
  const line = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
  const column = Math.min(wantedColumn, line.length + 1);
  if (line.length <= MAX_LINE) return line.toString();
  // No character takes more than three bytes for one UTF-16 unit.
  if (line.length <= 3 * MAX_LINE) {
    const whole = line.toString();
    if (whole.length <= MAX_LINE) return whole;
  }
  let start = column - 1 + LEAD <= MAX_LINE ? 0 : column - 1 - LEAD;
  while (start > 0 && isInside(line, start)) start -= 1;
  let end = Math.min(line.length, start + 3 * MAX_LINE);
  while (end < line.length && isInside(line, end)) end -= 1;
  const text = line.toString("utf8", start, end);
  const lead = start > 0 ? "…" : "";
  const room = MAX_LINE - lead.length;
  if (end === line.length && text.length <= room) return lead + text;
  let cut = room - 1;
  const unit = text.charCodeAt(cut - 1);
  if (unit >= 0xd800 && unit <= 0xdbff) cut -= 1;
  return `${lead}${text.slice(0, cut)}…`;
}

/** Whether the byte goes on with a character that began before it. */
function isInside(line: Buffer, at: number): boolean {
  return ((line[at] ?? 0) & 0xc0) === 0x80;
}
