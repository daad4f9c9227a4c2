/**
 * Calls back for each line that matches, with its number in the text (0-based), where it begins and where in the text
 * the first match begins. The expression has the flags `g` and `m` and never matches a line feed. Ends early when
 * `onLine` returns false. Returns the number of lines that match.
 */
export function scanText(
  text: string,
  expression: RegExp,
  onLine: ((line: number, start: number, match: number) => boolean) | undefined,
): number {
  let matching = 0;
  let line = 0;
  let counted = 0;
  expression.lastIndex = 0;
  for (;;) {
    const match = expression.exec(text);
    if (match === null) break;
    const at = match.index;
    // The engine looks behind code unit by code unit, so an empty match can lie inside a character of two.
    if (isInsidePair(text, at)) {
      expression.lastIndex = at + 1;
      continue;
    }
    // After the last line end there is no further line, only the end of the text.
    if (at === text.length && (at === 0 || text.charCodeAt(at - 1) === 10)) break;
    matching += 1;
    if (onLine) {
      for (
        let next = text.indexOf("\n", counted);
        next >= 0 && next < at;
        next = text.indexOf("\n", counted)
      ) {
        line += 1;
        counted = next + 1;
      }
      if (!onLine(line, counted, at)) return matching;
    }
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    expression.lastIndex = end + 1;
  }
  return matching;
}

function isInsidePair(text: string, at: number): boolean {
  const here = text.charCodeAt(at);
  if (!(here >= 0xdc00 && here <= 0xdfff)) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/** Line feeds in a block of bytes. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
