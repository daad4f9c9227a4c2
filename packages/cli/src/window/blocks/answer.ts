import { Marked, type Token } from "@earendil-works/pi-tui";
import type { Laid, Room, TranscriptBlock } from "./block.js";
import { codeRows, createGrowingCode } from "./markdown/code-rows.js";
import { markdownRows } from "./markdown/markdown-rows.js";
import { isTable, MarkdownSplitter, type Part } from "./markdown/split-markdown.js";
import { safeText } from "./text/safe-text.js";

export interface AnswerBlock extends TranscriptBlock {
  feed(text: string): void;
  /** True when blocks of it that are complete look different now. */
  end(): boolean;
  /** The block that goes on where this one has become long enough; undefined while it has not. */
  next(): AnswerBlock | undefined;
  /** The whole answer, of all its blocks. */
  readonly text: string;
}

/** UTF-16 units after which an answer goes on in another block: one block is laid out in one go. */
const LONG = 8000;

/** What the blocks of one answer share. It is taken apart when it is shown: most of a long conversation never is. */
class Source {
  text = "";
  ended = false;
  /** Rises when parts that were complete may look different. */
  version = 0;
  #waiting = "";
  #splitter: MarkdownSplitter | undefined;

  feed(text: string): void {
    this.text += text;
    this.#waiting += text;
  }

  end(): void {
    this.ended = true;
  }

  split(): MarkdownSplitter {
    if (!this.#splitter) {
      this.#splitter = new MarkdownSplitter();
      this.#waiting = this.text;
    }
    this.#splitter.feed(this.#waiting);
    this.#waiting = "";
    if (this.ended) this.#splitter.end();
    return this.#splitter;
  }

  /** Gives the parts back; the text can be taken apart again. */
  forget(): void {
    this.#splitter = undefined;
  }
}

/** What the model says, set as Markdown. While it comes, only its last top-level block is laid out again. */
export function createAnswer(): AnswerBlock {
  return createView(new Source(), 0);
}

function createView(source: Source, from: number): AnswerBlock {
  let growing = createGrowingCode();
  let known: Room | undefined;
  let version = 0;
  /** Rows of the parts that are complete, and how far those go. */
  let rows: string[] = [];
  let count = from;
  /** Where another block goes on. */
  let to: number | undefined;
  /** How far its length was added up. */
  let seen = from;
  let size = 0;

  const put = (into: string[], part: Part, made: readonly string[], room: Room): void => {
    if (made.length === 0) return;
    if (part.gap && into.length > 0) into.push(room.indent);
    for (const row of made) into.push(row);
  };

  return {
    get text() {
      return source.text;
    },
    feed: (more) => source.feed(more),
    end() {
      source.end();
      growing = createGrowingCode();
      // Links may name addresses that came later.
      const renewed = known !== undefined && source.split().definitions !== "";
      if (renewed) source.version += 1;
      return renewed;
    },
    next() {
      if (to !== undefined || source.text.length <= LONG) return undefined;
      const { parts } = source.split();
      for (; seen < parts.length; seen += 1) {
        const part = parts[seen];
        if (part && size > LONG && part.gap) {
          to = seen;
          return createView(source, seen);
        }
        size += part?.text.length ?? 0;
      }
      return undefined;
    },
    lay(room): Laid {
      const splitter = source.split();
      const rowsOf = (part: Part): string[] => {
        if (part.kind === "code") return codeRows(part, room);
        const links =
          splitter.definitions !== "" && part.text.includes("[") ? `\n\n${splitter.definitions}` : "";
        return markdownRows(safeText(part.text + links), room, isTable(part));
      };
      if (known !== room || version !== source.version) {
        known = room;
        version = source.version;
        rows = [];
        count = from;
      }
      for (; count < (to ?? splitter.parts.length); count += 1) {
        const part = splitter.parts[count];
        if (part) put(rows, part, rowsOf(part), room);
      }
      const all = [...rows];
      for (const part of to === undefined ? splitter.pending() : [])
        put(all, part, part.kind === "code" ? growing.rows(part, room) : rowsOf(part), room);
      if (source.ended) {
        // The list keeps the rows.
        known = undefined;
        rows = [];
        if (from === 0 && to === undefined) source.forget();
      }
      return { rows: all };
    },
  };
}

/** The code blocks in a Markdown text, in order, those inside lists and quotes too. */
export function codeBlocksOf(text: string): { language: string; code: string }[] {
  const found: { language: string; code: string }[] = [];
  const visit = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === "code")
        found.push({
          language: (token as { lang?: string }).lang ?? "",
          code: (token as { text: string }).text,
        });
      else if (token.type === "list")
        for (const item of (token as { items: { tokens: Token[] }[] }).items) visit(item.tokens);
      else if (token.type === "blockquote") visit((token as { tokens: Token[] }).tokens);
    }
  };
  visit(new Marked().lexer(text));
  return found;
}
