import { Marked, type Token } from "@earendil-works/pi-tui";
import type { Laid, Room, TranscriptBlock } from "./block.js";
import { codeRows, createGrowingCode } from "./markdown/code-rows.js";
import { markdownRows } from "./markdown/markdown-rows.js";
import { isTable, MarkdownSplitter, type Part } from "./markdown/split-markdown.js";
import { safeText } from "./text/safe-text.js";

export interface AnswerBlock extends TranscriptBlock {
  feed(text: string): void;
  end(): void;
  /** The block that goes on where this one has become long enough; undefined while it has not. */
  next(): AnswerBlock | undefined;
  /** The whole answer, of all its blocks. */
  readonly text: string;
}

/** UTF-16 units after which an answer goes on in another block: one block is laid out in one go. */
const LONG = 8000;

/** What the blocks of one answer share. */
interface Source {
  readonly splitter: MarkdownSplitter;
  text: string;
  /** Rises when parts that were complete may look different. */
  version: number;
}

/** What the model says, set as Markdown. While it comes, only its last top-level block is laid out again. */
export function createAnswer(): AnswerBlock {
  return createView({ splitter: new MarkdownSplitter(), text: "", version: 0 }, 0);
}

function createView(source: Source, from: number): AnswerBlock {
  const { splitter } = source;
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
  const partRows = (part: Part, room: Room): string[] => {
    if (part.kind === "code") return codeRows(part, room);
    const links = splitter.definitions !== "" && part.text.includes("[") ? `\n\n${splitter.definitions}` : "";
    return markdownRows(safeText(part.text + links), room, isTable(part));
  };

  return {
    get text() {
      return source.text;
    },
    feed(more) {
      source.text += more;
      splitter.feed(more);
    },
    end() {
      splitter.end();
      growing = createGrowingCode();
      // Links may name addresses that came later.
      if (splitter.definitions !== "") source.version += 1;
    },
    next() {
      for (; to === undefined && seen < splitter.parts.length; seen += 1) {
        const part = splitter.parts[seen];
        if (part && size > LONG && part.gap) {
          to = seen;
          return createView(source, seen);
        }
        size += part?.text.length ?? 0;
      }
      return undefined;
    },
    lay(room): Laid {
      if (known !== room || version !== source.version) {
        known = room;
        version = source.version;
        rows = [];
        count = from;
      }
      for (; count < (to ?? splitter.parts.length); count += 1) {
        const part = splitter.parts[count];
        if (part) put(rows, part, partRows(part, room), room);
      }
      const all = [...rows];
      for (const part of to === undefined ? splitter.pending() : [])
        put(all, part, part.kind === "code" ? growing.rows(part, room) : partRows(part, room), room);
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
