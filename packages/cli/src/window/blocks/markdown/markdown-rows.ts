/* oxlint-disable no-control-regex */
import { Markdown, type MarkdownTheme } from "@earendil-works/pi-tui";
import type { Theme } from "../../types.js";
import type { Room } from "../block.js";
import { fitRows } from "../text/rows.js";
import { safeLinks } from "../text/links.js";

/** Cells up to which prose is set; wider rows are hard to read. */
const PROSE = 100;
const BLANK = /^ *$/;
const SGR = /\x1b\[[\d;]*m/g;
const themes = new WeakMap<Theme, MarkdownTheme>();

/** Rows of clean Markdown without a code block of its own. Tables take the whole width. */
export function markdownRows(text: string, room: Room, wide = false): string[] {
  const width = wide ? room.width : Math.min(PROSE, room.width);
  const markdown = new Markdown(text, 0, 0, themeOf(room.theme), undefined, {
    preserveOrderedListMarkers: true,
  });
  const plain = room.theme.bold("x") === "x";
  // Blanks at the ends stay: a string that is cut keeps the whole one in memory.
  const rows = markdown.render(width).map((row) => {
    const safe = safeLinks(plain ? row.replace(SGR, "") : row);
    return BLANK.test(safe) ? "" : safe;
  });
  while (rows.at(-1) === "") rows.pop();
  return fitRows(wide ? closeTable(rows) : rows, room);
}

/** A table without the rules between its rows, where each of them takes one line. */
function closeTable(rows: readonly string[]): readonly string[] {
  const rules = rows.flatMap((row, index) => (/^[├└]/.test(row) ? [index] : []));
  const single = rules.every((rule, index) => index === 0 || rule - (rules[index - 1] ?? 0) === 2);
  return single ? rows.filter((row, index) => index === rules[0] || !row.startsWith("├")) : rows;
}

/** Looked up with every use: a theme may be exchanged while it keeps its identity. */
function themeOf(theme: Theme): MarkdownTheme {
  let made = themes.get(theme);
  if (!made) {
    made = {
      heading: (text) => theme.heading(text),
      link: (text) => theme.link(text),
      linkUrl: (text) => theme.dim(text),
      code: (text) => theme.code(text),
      codeBlock: (text) => text,
      codeBlockBorder: (text) => theme.border(text),
      quote: (text) => theme.quote(text),
      quoteBorder: (text) => theme.border(text),
      hr: (text) => theme.border(text),
      listBullet: (text) => theme.accent(text),
      bold: (text) => theme.bold(text),
      italic: (text) => theme.italic(text),
      strikethrough: (text) => theme.strike(text),
      underline: (text) => theme.underline(text),
      highlightCode: (code, language) => theme.highlight(code, language),
    };
    themes.set(theme, made);
  }
  return made;
}
