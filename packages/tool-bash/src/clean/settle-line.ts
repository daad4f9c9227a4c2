/* oxlint-disable no-control-regex */
const PIECES = /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~]?)|\x1b[ -/]*[0-~]?|\r+|\x08|[^\x1b\x9b\r\x08]/gu;

/** How far a jump may leave the text behind: as wide as a wide terminal, so that few bytes cannot become many. */
const MAX_COLUMN = 200;

/**
 * The last state of one line on which the cursor went back: carriage return, backspace, and the sequences that erase
 * in the line or move along it. Columns are counted in code points.
 */
export function settleLine(line: string): string {
  const cells: string[] = [];
  let column = 0;
  for (const piece of line.matchAll(PIECES)) {
    const text = piece[0];
    const final = piece[2];
    if (text.startsWith("\r")) column = 0;
    else if (text === "\b") column = Math.max(0, column - 1);
    else if (final !== undefined) column = move(cells, column, piece[1] ?? "", final);
    else if (!text.startsWith("\x1b")) {
      while (cells.length < column) cells.push(" ");
      cells[column] = text;
      column++;
    }
  }
  return cells.join("");
}

function move(cells: string[], column: number, parameter: string, final: string): number {
  const count = Math.max(1, Number.parseInt(parameter, 10) || 1);
  if (final === "D") return Math.max(0, column - count);
  if (final === "C") return Math.max(column, Math.min(MAX_COLUMN, column + count));
  if (final === "G") return Math.min(Math.max(MAX_COLUMN, cells.length), count) - 1;
  if (final === "K") erase(cells, column, parameter);
  return column;
}

function erase(cells: string[], column: number, parameter: string): void {
  if (parameter === "" || parameter === "0") cells.length = Math.min(cells.length, column);
  else if (parameter === "2") cells.length = 0;
  else if (parameter === "1") cells.fill(" ", 0, column + 1);
}
