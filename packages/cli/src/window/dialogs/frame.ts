import { truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { cleanText } from "../../output/clean-text.js";
import type { Theme } from "../types.js";

/** Columns below which a frame has no sides: they would cost more than they show. */
const NARROW = 30;

export interface Frame {
  readonly title: string;
  /** Rows as wide as `innerWidth` says, or less. */
  readonly rows: readonly string[];
  /** Keys, on the lower edge. */
  readonly hint: string;
}

/** Columns that are left for the rows of a frame. */
export function innerWidth(width: number): number {
  return width < NARROW ? width : width - 4;
}

/** A frame of exactly `width` columns; its height is that of the rows and two. */
export function drawFrame(theme: Theme, width: number, { title, rows, hint }: Frame): string[] {
  const edge = (left: string, text: string, right: string, paint: (text: string) => string): string => {
    const shown = text === "" ? "" : ` ${fit(text, Math.max(0, width - 6))} `;
    const start = `${left}─`;
    const rest = "─".repeat(Math.max(0, width - visibleWidth(start + shown + right)));
    return fit(theme.border(start) + paint(shown) + theme.border(rest + right), width);
  };
  const inner = innerWidth(width);
  const body = rows.map((row) => {
    const filled = pad(fit(row, inner), inner);
    return width < NARROW ? filled : `${theme.border("│")} ${filled} ${theme.border("│")}`;
  });
  const bold = (text: string): string => theme.bold(theme.accent(text));
  return width < NARROW
    ? [pad(bold(fit(title, width)), width), ...body, pad(theme.dim(fit(hint, width)), width)]
    : [edge("╭", title, "╮", bold), ...body, edge("╰", hint, "╯", theme.dim)];
}

/** The text cut to so many columns, with `…` where something is missing; characters two columns wide are never halved. */
export function fit(text: string, width: number): string {
  if (width <= 0) return "";
  return visibleWidth(text) <= width ? text : truncateToWidth(text, width, "…");
}

/** The text with blanks behind it up to so many columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

/** Any text as one row: nothing that moves the cursor, nothing that reorders what is read. */
export function oneRow(text: string): string {
  return cleanText(text)
    .replace(/[\t\n\r]+ */g, " ")
    .trim();
}
