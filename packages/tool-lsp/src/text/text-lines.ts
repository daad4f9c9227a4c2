/** A text cut into lines at `\r\n`, `\n` and `\r`: the only line ends of the protocol. */
export interface TextLines {
  readonly text: string;
  /** Lines including an empty one after a final line end. */
  readonly count: number;
  /** The line without its line end; an empty string outside the text. */
  line(index: number): string;
  /** UTF-16 offset of the line's start; the text's length behind the last line. */
  start(index: number): number;
}

const CR = 13;
const LF = 10;

/** Indexes a text by lines. The table is made on first use, so that an unread text costs nothing. */
export function textLines(text: string): TextLines {
  let starts: number[] | undefined;
  const table = (): number[] => (starts ??= lineStarts(text));
  return {
    text,
    get count() {
      return table().length;
    },
    line(index) {
      const from = table()[index];
      if (from === undefined) return "";
      let to = table()[index + 1] ?? text.length;
      if (to > from && text.charCodeAt(to - 1) === LF && index + 1 < table().length) to--;
      if (to > from && text.charCodeAt(to - 1) === CR && index + 1 < table().length) to--;
      return text.slice(from, to);
    },
    start(index) {
      return table()[index] ?? text.length;
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
  }
  return starts;
}
