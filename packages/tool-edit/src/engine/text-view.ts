/** The content as matching sees it: no byte order mark, every line end a `\n`, and the way back to the original. */
export interface TextView {
  readonly bom: string;
  /** The content without its byte order mark, line ends as they are. */
  readonly original: string;
  /** The same with `\n` for every `\r\n`. A lone `\r` is an ordinary character. */
  readonly text: string;
  /** Offsets in `text` of the newlines that are `\r\n` in the original, ascending. */
  readonly crs: readonly number[];
  /** Offsets in `text` at which a line starts; the part behind a final newline is no line. */
  readonly starts: readonly number[];
  readonly lineEnd: "\n" | "\r\n" | "mixed" | "none";
}

export function makeView(content: string): TextView {
  const bom = content.startsWith("\uFEFF") ? "\uFEFF" : "";
  const original = bom ? content.slice(1) : content;
  const text = original.includes("\r\n") ? original.replaceAll("\r\n", "\n") : original;
  const crs = text === original ? [] : carriageReturns(original);
  const starts: number[] = [];
  if (text.length > 0) starts.push(0);
  let newlines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    newlines++;
    if (at + 1 < text.length) starts.push(at + 1);
  }
  const lineEnd =
    newlines === 0 ? "none" : crs.length === 0 ? "\n" : crs.length === newlines ? "\r\n" : "mixed";
  return { bom, original, text, crs, starts, lineEnd };
}

function carriageReturns(original: string): number[] {
  const found: number[] = [];
  for (let at = original.indexOf("\r\n"); at >= 0; at = original.indexOf("\r\n", at + 2))
    found.push(at - found.length);
  return found;
}

/** The number of entries of the ascending `list` that are below `value`. */
function countBelow(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From an offset in `view.text` to the one in `view.original`. */
export function toOriginal(view: TextView, offset: number): number {
  return view.crs.length === 0 ? offset : offset + countBelow(view.crs, offset);
}

/** 0-based index of the line that holds the offset; an offset behind the final newline belongs to the last line. */
export function lineAt(view: TextView, offset: number): number {
  return Math.max(0, countBelow(view.starts, offset + 1) - 1);
}

/** Offset of the first character of a line. */
export function lineStart(view: TextView, line: number): number {
  return view.starts[line] ?? view.text.length;
}

/** Offset of a line's newline, or of the end of the text. */
export function lineStop(view: TextView, line: number): number {
  const next = view.starts[line + 1];
  if (next !== undefined) return next - 1;
  return view.text.endsWith("\n") ? view.text.length - 1 : view.text.length;
}

export function lineText(view: TextView, line: number): string {
  return view.text.slice(lineStart(view, line), lineStop(view, line));
}

/** The end of a line as it is in the file; empty for a last line without one. */
export function lineEndOf(view: TextView, line: number): string {
  const stop = lineStop(view, line);
  if (stop >= view.text.length) return "";
  return view.crs[countBelow(view.crs, stop)] === stop ? "\r\n" : "\n";
}
