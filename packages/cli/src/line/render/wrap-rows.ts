import type { Style } from "../../output/style.js";
import { RowFiller, shapeOf } from "../markdown/row-filler.js";

/** A text broken at blanks into rows of at most `columns` cells; further rows are indented by `indent` blanks. */
export function wrapRows(text: string, columns: number, style: Style, indent = 0): string[] {
  const rows: string[] = [];
  for (const line of text.split("\n")) {
    const filler = new RowFiller(shapeOf(Math.max(4, columns), "", " ".repeat(indent)), style);
    rows.push(...filler.add({ text: line, marks: [] }), ...filler.end());
  }
  return rows;
}
