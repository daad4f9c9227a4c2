import type { Style, StyleName } from "../../output/style.js";
import { cellsOf, graphemes, widthOf } from "../render/width.js";
import type { Piece } from "./inline.js";

export interface RowShape {
  /** Cells of a row. */
  readonly columns: number;
  /** Before the first row and before each further one; may carry colours. */
  readonly first: string;
  readonly next: string;
  /** Cells of these two. */
  readonly firstWidth: number;
  readonly nextWidth: number;
}

/** Breaks styled text into rows at blanks, between wide characters, and inside what is too long for a row. */
export class RowFiller {
  private readonly shape: RowShape;
  private readonly style: Style;
  private row: Piece[] = [];
  private width: number;
  private isFirst = true;
  private empty = true;
  private word: Piece[] = [];
  private wordWidth = 0;
  private blanks: Piece[] = [];
  private blankWidth = 0;

  constructor(shape: RowShape, style: Style) {
    this.shape = shape;
    this.style = style;
    this.width = shape.firstWidth;
  }

  /** Adds text and gives the rows that are full. */
  add(piece: Piece): string[] {
    const full: string[] = [];
    for (const part of piece.text.split(/( +)/)) {
      if (part === "") continue;
      if (part.startsWith(" ")) {
        this.place(full);
        this.blanks.push({ text: part, marks: piece.marks });
        this.blankWidth += part.length;
      } else this.addWord(part, piece.marks, full);
    }
    return full;
  }

  /** Gives the last row. */
  end(): string[] {
    const full: string[] = [];
    this.place(full);
    full.push(this.take());
    return full;
  }

  /** The row that is not full yet, as it would look now, and the cells it takes. */
  pending(): { readonly text: string; readonly width: number } {
    const text = this.paint([...this.row, ...this.blanks, ...this.word]);
    return { text: this.lead() + text, width: this.width + this.blankWidth + this.wordWidth };
  }

  private addWord(text: string, marks: readonly StyleName[], full: string[]): void {
    const room = Math.max(1, this.shape.columns - this.shape.nextWidth);
    if (/^[!-~]*$/.test(text) && this.wordWidth + text.length <= room) {
      this.word.push({ text, marks });
      this.wordWidth += text.length;
      return;
    }
    for (const grapheme of graphemes(text)) {
      const cells = cellsOf(grapheme);
      if (cells > 1) this.place(full);
      if (this.wordWidth + cells > room) this.place(full);
      this.word.push({ text: grapheme, marks });
      this.wordWidth += cells;
      if (cells > 1) this.place(full);
    }
  }

  /** Puts the word into the row, or into the next one when it does not fit. */
  private place(full: string[]): void {
    if (this.word.length === 0) return;
    if (this.width + this.blankWidth + this.wordWidth > this.shape.columns && !this.empty) {
      full.push(this.take());
    } else {
      this.row.push(...this.blanks);
      this.width += this.blankWidth;
    }
    this.row.push(...this.word);
    this.width += this.wordWidth;
    this.empty = false;
    this.word = [];
    this.wordWidth = 0;
    this.blanks = [];
    this.blankWidth = 0;
  }

  private take(): string {
    const text = (this.lead() + this.paint(this.row)).trimEnd();
    this.row = [];
    this.isFirst = false;
    this.empty = true;
    this.width = this.shape.nextWidth;
    this.blanks = [];
    this.blankWidth = 0;
    return text;
  }

  private lead(): string {
    return this.isFirst ? this.shape.first : this.shape.next;
  }

  private paint(pieces: readonly Piece[]): string {
    let out = "";
    for (let at = 0; at < pieces.length;) {
      const { marks } = pieces[at] ?? { marks: [] };
      let text = "";
      while (at < pieces.length && sameMarks(pieces[at]?.marks ?? [], marks))
        text += pieces[at++]?.text ?? "";
      out += paintMarks(text, marks, this.style);
    }
    return out;
  }
}

/** A text in its look; without colours, code keeps its backticks so that it can be told apart. */
function paintMarks(text: string, marks: readonly StyleName[], style: Style): string {
  let out = text;
  for (const mark of marks) out = style[mark](out);
  return out;
}

function sameMarks(a: readonly StyleName[], b: readonly StyleName[]): boolean {
  return a.length === b.length && a.every((mark, at) => mark === b[at]);
}

/** The shape of rows with these beginnings. */
export function shapeOf(
  columns: number,
  first: string,
  next: string,
  paint = (text: string) => text,
): RowShape {
  return {
    columns,
    first: paint(first),
    next: paint(next),
    firstWidth: widthOf(first),
    nextWidth: widthOf(next),
  };
}
