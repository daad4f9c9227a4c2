/** Where in Markdown the end of a text stands, as far as calls care: at a line's start, in a fence, in inline code. */
export interface LineState {
  /** Takes in a piece of the text. */
  feed(text: string): void;
  /** True while only blanks stand on the line. */
  readonly atStart: boolean;
  /** In a fence, or in an HTML comment that began a line and is still open. */
  readonly inFence: boolean;
  readonly lastChar: string;
  /** Whether the line's backticks leave a code span open. */
  inCode(): boolean;
  /** Whether a line that goes on with these blanks belongs to a code block by its indentation. */
  inIndented(blanks: string): boolean;
}

const MAX_LINE = 10_000;
const INDENTED = /^(?: {4}| {0,3}\t)/;

export function createLineState(): LineState {
  let line = "";
  let ink = false;
  let fence = "";
  let comment = false;
  /** The line before was blank or code: only then does indentation make code. */
  let mayIndent = false;

  const commented = (): boolean => (comment || /^ {0,3}<!--/.test(line)) && !line.includes("-->");
  const endLine = (): void => {
    mayIndent = !ink || (mayIndent && INDENTED.test(line));
    if (fence === "") comment = commented();
    const mark = comment ? null : /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (mark !== null) {
      const [, marker = "", info = ""] = mark;
      if (fence === "") {
        if (!marker.startsWith("`") || !info.includes("`")) fence = marker;
      } else if (marker.startsWith(fence) && info.trim() === "") fence = "";
    }
    line = "";
    ink = false;
  };
  const grow = (piece: string): void => {
    if (!ink && /\S/.test(piece)) ink = true;
    if (line.length < MAX_LINE) line += piece;
  };

  return {
    feed(text) {
      let from = 0;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
        grow(text.slice(from, at).replace(/\r$/, ""));
        endLine();
        from = at + 1;
      }
      if (from < text.length) grow(from === 0 ? text : text.slice(from));
    },
    get atStart() {
      return !ink;
    },
    get inFence() {
      return fence !== "" || commented();
    },
    get lastChar() {
      return line.at(-1) ?? "\n";
    },
    inIndented: (blanks) => mayIndent && INDENTED.test(line + blanks),
    inCode() {
      let open = 0;
      for (const run of line.matchAll(/`+/g)) {
        if (open === 0) open = run[0].length;
        else if (open === run[0].length) open = 0;
      }
      return open > 0;
    },
  };
}
