import { Marked, type Token } from "@earendil-works/pi-tui";
import type { Laid, Room, TranscriptBlock } from "./block.js";
import { codeRows, createGrowingCode } from "./markdown/code-rows.js";
import { markdownRows } from "./markdown/markdown-rows.js";
import { isTable, MarkdownSplitter, type Part } from "./markdown/split-markdown.js";
import { safeText } from "./text/safe-text.js";

export interface AnswerBlock extends TranscriptBlock {
  feed(text: string): void;
  end(): void;
  readonly text: string;
}

/** What the model says, set as Markdown. While it comes, only its last top-level block is laid out again. */
export function createAnswer(): AnswerBlock {
  const splitter = new MarkdownSplitter();
  let growing = createGrowingCode();
  let text = "";
  let known: Room | undefined;
  /** Rows of the parts that are complete, and how many parts those are. */
  let rows: string[] = [];
  let count = 0;

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
      return text;
    },
    feed(more) {
      text += more;
      splitter.feed(more);
    },
    end() {
      splitter.end();
      growing = createGrowingCode();
      // Links may name addresses that came later.
      if (splitter.definitions !== "") known = undefined;
    },
    lay(room): Laid {
      if (known !== room) {
        known = room;
        rows = [];
        count = 0;
      }
      for (; count < splitter.parts.length; count += 1) {
        const part = splitter.parts[count];
        if (part) put(rows, part, partRows(part, room), room);
      }
      const all = [...rows];
      for (const part of splitter.pending())
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
