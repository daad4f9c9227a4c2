/** A top-level block of Markdown. A list comes as one part for each item. */
export interface Part {
  readonly kind: "text" | "heading" | "list" | "quote" | "code";
  /** Its source; of code, what stands between the fences. */
  text: string;
  readonly language: string;
  /** A blank row stands before it. */
  readonly gap: boolean;
  /** Of code: the closing fence was there. */
  closed: boolean;
  /** A line of it has come. */
  started: boolean;
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]+\S/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const QUOTE = /^ {0,3}>/;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S/;
const TABLE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/m;
/** UTF-16 units after which a paragraph is cut at a line end: it is laid out anew with every piece that comes. */
const LONG = 4000;

/** UTF-16 units of a line beyond which it is taken as several: nothing that is laid out anew grows without an end. */
const LINE = 8000;

/** True when the part holds a table. */
export function isTable(part: Part): boolean {
  return part.kind === "text" && part.text.includes("|") && TABLE.test(part.text);
}

interface State {
  open?: Part | undefined;
  /** What came before the open part. */
  before?: Part["kind"] | undefined;
  /** The fence that opened the code. */
  fence: string;
  /** A blank line came since the last text. */
  blank: boolean;
}

/**
 * Cuts Markdown into top-level blocks as it comes. What is in `parts` never changes again. The same text gives the same
 * parts, in whatever pieces it comes.
 */
export class MarkdownSplitter {
  readonly parts: Part[] = [];
  /** Lines that name addresses for links elsewhere in the text. */
  definitions = "";
  readonly #state: State = { fence: "", blank: false };
  #rest = "";

  feed(text: string): void {
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      this.#rest += text.slice(from, end);
      this.#cut();
      this.#line(this.#rest);
      this.#rest = "";
      from = end + 1;
    }
    this.#rest += text.slice(from);
    this.#cut();
  }

  /** What comes after `parts` as it stands now, with the line that has not ended. */
  pending(): Part[] {
    const { open } = this.#state;
    const state: State = { ...this.#state, open: open && { ...open } };
    const parts: Part[] = [];
    const closing = open?.kind === "code" && /^ {0,3}(?:`+|~+)$/.test(this.#rest);
    if (this.#rest !== "" && !closing) step(state, this.#rest, parts);
    if (state.open) parts.push(state.open);
    return parts;
  }

  end(): void {
    if (this.#rest !== "") this.#line(this.#rest);
    this.#rest = "";
    finish(this.#state, this.parts);
  }

  #cut(): void {
    const rest = this.#rest;
    let from = 0;
    while (rest.length - from > LINE) {
      const blank = rest.lastIndexOf(" ", from + LINE);
      let to = blank > from + LINE / 2 ? blank + 1 : from + LINE;
      if (/[\ud800-\udbff]/.test(rest.charAt(to - 1))) to -= 1;
      this.#line(rest.slice(from, to));
      from = to;
    }
    if (from > 0) this.#rest = rest.slice(from);
  }

  #line(line: string): void {
    if (this.#state.open?.kind !== "code" && DEFINITION.test(line)) this.definitions += `\n${line}`;
    step(this.#state, line.endsWith("\r") ? line.slice(0, -1) : line, this.parts);
  }
}

function step(state: State, line: string, parts: Part[]): void {
  const { open } = state;
  if (open?.kind === "code") {
    const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
    if (close?.startsWith(state.fence) === true) {
      open.closed = true;
      finish(state, parts);
    } else add(open, line);
    return;
  }
  if (line.trim() === "") {
    // A list goes on after a blank line, and so does a comment that hides text.
    if (open && open.kind !== "list" && !/^ {0,3}<!--(?![\s\S]*-->)/.test(open.text)) finish(state, parts);
    else if (open && open.kind !== "list") add(open, line);
    state.blank = true;
    return;
  }
  const list = open?.kind === "list";
  if (list && /^\s/.test(line)) {
    add(open, state.blank ? `\n${line}` : line);
    state.blank = false;
    return;
  }
  const fence = FENCE.exec(line);
  if (fence) {
    start(state, parts, "code", "", fence[2]?.trim() ?? "");
    state.fence = fence[1] ?? "";
  } else if (HEADING.test(line)) {
    start(state, parts, "heading", line);
    finish(state, parts);
  } else if (ITEM.test(line) && !RULE.test(line)) start(state, parts, "list", line);
  else if (QUOTE.test(line) && open?.kind !== "quote") start(state, parts, "quote", line);
  else if (!open || (list && (state.blank || RULE.test(line)))) start(state, parts, "text", line);
  else {
    add(open, line);
    if (open.kind === "text" && open.text.length > LONG && !isTable(open)) finish(state, parts);
  }
}

function add(part: Part, line: string): void {
  part.text += part.text === "" && part.kind === "code" && !part.started ? line : `\n${line}`;
  part.started = true;
}

function start(state: State, parts: Part[], kind: Part["kind"], text: string, language = ""): void {
  finish(state, parts);
  const { before, blank } = state;
  // Text behind text is a paragraph that was cut.
  const close = before === "text" ? kind === "list" || kind === "text" : kind === "list" && before === "list";
  const gap = before !== undefined && (blank || !close);
  state.open = { kind, text, language, gap, closed: false, started: text !== "" };
  state.blank = false;
}

function finish(state: State, parts: Part[]): void {
  if (!state.open) return;
  parts.push(state.open);
  state.before = state.open.kind;
  state.open = undefined;
}
