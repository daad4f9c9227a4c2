/* oxlint-disable no-control-regex */
import { cleanText } from "../../output/clean-text.js";
import type { Style } from "../../output/style.js";
import { fitEnd } from "../render/width.js";
import { classify, type LineKind } from "./classify.js";
import { takeInline, type Piece } from "./inline.js";
import { RowFiller, shapeOf } from "./row-filler.js";
import { drawTable } from "./table.js";

/** An escape sequence that has only begun, a CR whose LF may follow, half a character. */
const BEGUN =
  /(?:\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b\x9c\n]*\x1b?|[ -/]*)?|\x9b[0-?]*[ -/]*|[\x90\x98\x9d-\x9f][^\x07\x1b\x9c\n]*\x1b?|\r+|[\ud800-\udbff])$/;
const BEGUN_LIMIT = 4096;
/** A table longer than this is printed in parts, in lines. */
const TABLE_LIMIT = 400;
/** Prose is set no wider than people read well, in cells. */
const PROSE = 100;

type Text = Extract<LineKind, { readonly kind: "text" }>;

/**
 * Markdown as it streams in, in rows that are final: each row is given once, as soon as nothing that may follow can
 * change it. What is not final yet is in `pending`.
 */
export class StreamMarkdown {
  private readonly style: Style;
  private readonly columns: () => number;
  private held = "";
  private line = "";
  private text:
    | { readonly filler: RowFiller; readonly look: Text["look"]; rest: string; last: string }
    | undefined;
  private fence: { readonly mark: string; readonly info: string; readonly indent: string } | undefined;
  private table: string[] = [];
  private gap = false;
  private started = false;

  constructor(style: Style, columns: () => number) {
    this.style = style;
    this.columns = columns;
  }

  /** Takes a piece of text and gives the rows that became final. */
  feed(piece: string): string[] {
    const all = this.held + piece;
    const begun = BEGUN.exec(all.slice(-BEGUN_LIMIT));
    this.held = begun && begun[0].length < BEGUN_LIMIT ? begun[0] : "";
    const clean = cleanText(all.slice(0, all.length - this.held.length)).replaceAll("\t", "    ");
    const rows: string[] = [];
    const lines = clean.split("\n");
    for (const [index, part] of lines.entries()) {
      if (part !== "") this.grow(part, rows);
      if (index < lines.length - 1) this.endLine(rows);
    }
    return rows;
  }

  /** The text has ended: gives what is left. */
  end(): string[] {
    const rows: string[] = [];
    this.held = "";
    if (this.line !== "" || this.text) this.endLine(rows);
    this.flushTable(rows);
    this.gap = false;
    this.fence = undefined;
    return rows;
  }

  /** The row that is not final yet, in at most `columns` cells; empty when there is none. */
  pending(columns: number): string {
    if (this.text) {
      const { text, width } = this.text.filler.pending();
      const room = columns - width;
      return room > 1 ? text + fitEnd(this.text.rest, room) : fitEnd(this.text.rest || plain(text), columns);
    }
    return this.line === "" ? "" : fitEnd(this.line, columns);
  }

  private grow(part: string, rows: string[]): void {
    if (this.text) {
      this.text.rest += part;
      this.advance(this.text, false, rows);
      return;
    }
    this.line += part;
    if (this.fence || this.line.length > 4000) return;
    const kind = classify(this.line, false);
    if (kind?.kind === "text") this.begin(kind, false, rows);
  }

  private begin(kind: Text, final: boolean, rows: string[]): void {
    this.flushTable(rows);
    const { style } = this;
    const marked = kind.look === "heading" && style.colour ? { ...kind, first: "", next: "" } : kind;
    const paint = kind.look === "quote" || kind.look === "list" ? style.dim : (text: string) => text;
    const shape = shapeOf(Math.min(PROSE, this.columns() - 1), marked.first, marked.next, paint);
    this.text = {
      filler: new RowFiller(shape, style),
      look: kind.look,
      rest: this.line.slice(kind.skip),
      last: " ",
    };
    this.line = "";
    this.advance(this.text, final, rows);
  }

  private advance(text: NonNullable<StreamMarkdown["text"]>, final: boolean, rows: string[]): void {
    const base: Piece["marks"] = text.look === "heading" ? ["bold"] : text.look === "quote" ? ["italic"] : [];
    const { pieces, rest } = takeInline(text.rest, final, base, text.last);
    const taken = text.rest.length - rest.length;
    if (taken > 0) text.last = text.rest[taken - 1] ?? " ";
    text.rest = rest;
    for (const piece of pieces)
      for (const row of text.filler.add(this.style.colour ? piece : withoutColour(piece)))
        this.give(row, rows);
  }

  private endLine(rows: string[]): void {
    if (this.text) {
      this.advance(this.text, true, rows);
      for (const row of this.text.filler.end()) this.give(row, rows);
      this.text = undefined;
      return;
    }
    const line = this.line;
    this.line = "";
    if (this.fence) {
      this.inFence(this.fence, line, rows);
      return;
    }
    const kind = classify(line, true);
    if (kind?.kind === "table") {
      this.table.push(line);
      if (this.table.length >= TABLE_LIMIT) this.flushTable(rows);
      return;
    }
    this.flushTable(rows);
    switch (kind?.kind) {
      case "text":
        this.line = line;
        this.begin(kind, true, rows);
        this.endLine(rows);
        return;
      case "fence":
        this.fence = kind;
        this.give(this.style.dim(`${kind.indent}${kind.mark}${kind.info}`), rows);
        return;
      case "rule":
        this.give(this.style.dim("─".repeat(Math.max(3, Math.min(40, this.columns() - 1)))), rows);
        return;
      default:
        this.gap = this.started;
    }
  }

  private inFence(fence: NonNullable<StreamMarkdown["fence"]>, line: string, rows: string[]): void {
    const closing = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (closing !== undefined && closing[0] === fence.mark[0] && closing.length >= fence.mark.length) {
      this.fence = undefined;
      this.give(this.style.dim(line), rows);
      return;
    }
    if (line === "") this.give("", rows);
    else if (fence.info === "diff" && line.startsWith("+")) this.give(this.style.green(line), rows);
    else if (fence.info === "diff" && line.startsWith("-")) this.give(this.style.red(line), rows);
    else this.give(fence.info === "diff" ? line : this.style.cyan(line), rows);
  }

  private flushTable(rows: string[]): void {
    if (this.table.length === 0) return;
    const lines = this.table;
    this.table = [];
    for (const row of drawTable(lines, this.columns() - 1, this.style) ?? lines) this.give(row, rows);
  }

  /** Blank lines are held back until something follows, and several count as one. */
  private give(row: string, rows: string[]): void {
    if (this.gap) rows.push("");
    this.gap = false;
    this.started = true;
    rows.push(row);
  }
}

function withoutColour(piece: Piece): Piece {
  return piece.marks.includes("cyan") ? { ...piece, text: `\`${piece.text}\`` } : piece;
}

function plain(text: string): string {
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

/** A whole Markdown text as rows. */
export function markdownRows(text: string, style: Style, columns: number): string[] {
  const stream = new StreamMarkdown(style, () => columns);
  return [...stream.feed(text), ...stream.end()];
}
