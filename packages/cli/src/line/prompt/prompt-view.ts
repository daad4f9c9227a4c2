import type { Style } from "../../output/style.js";
import { CANDIDATES } from "../../interactive/completion.js";
import type { Editor } from "../editor/editor.js";
import { layOut } from "../editor/layout.js";
import type { Live } from "../render/surface.js";
import { fitWidth, widthOf } from "../render/width.js";
import { wrapRows } from "../render/wrap-rows.js";

export interface PromptLook {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
  readonly prompt: { readonly text: string; readonly width: number };
  /** Said once below the prompt, until the next key. */
  readonly hint?: string;
}

/** Rows the prompt takes at most. */
const HEIGHT = 12;

/** The prompt as the live part: the text, then what can be completed, or the hint. */
export function promptLive(editor: Editor, look: PromptLook): Live {
  const { style, columns } = look;
  const space = Math.max(1, look.rows - 2);
  if (editor.search) {
    const { query, text, found } = editor.search;
    const head = `(search${found ? "" : ", nothing found"}) ${query}`;
    const row = fitWidth(`${head}: ${text.replaceAll("\n", "⏎")}`, columns - 1);
    return { rows: [row], cursor: { row: 0, column: Math.min(widthOf(head), columns - 2) } };
  }
  const menu = menuRows(editor, columns, style).slice(0, Math.max(0, space - 1));
  const below = menu.length > 0 || look.hint === undefined ? menu : hintRows(look.hint, look, space - 1);
  const layout = layOut(editor.buffer, {
    columns,
    height: Math.max(1, Math.min(HEIGHT, space - below.length)),
    prompt: look.prompt.text,
    promptWidth: look.prompt.width,
  });
  return { rows: [...layout.rows, ...below], cursor: { row: layout.row, column: layout.column } };
}

/** A hint often ends with what to do, so it is wrapped and not cut. */
function hintRows(hint: string, { columns, style }: PromptLook, most: number): string[] {
  return wrapRows(hint, columns - 1, style)
    .slice(0, Math.max(0, most))
    .map((row) => style.dim(row));
}

function menuRows(editor: Editor, columns: number, style: Style): string[] {
  const candidates = editor.completion?.candidates ?? [];
  const width = Math.min(32, Math.max(0, ...candidates.map(({ label }) => widthOf(label))));
  return candidates.slice(0, CANDIDATES).map(({ label, note }, index) => {
    const mark = editor.chosen === index ? "❯ " : "  ";
    const gap = " ".repeat(Math.max(0, width - widthOf(label)));
    const row = fitWidth(
      note === undefined ? `${mark}${label}` : `${mark}${label}${gap}  ${note}`,
      columns - 1,
    );
    return editor.chosen === index ? style.bold(row) : style.dim(row);
  });
}

/** Lines of a sent prompt that are printed; a paste is told by its size. */
const ECHO_LINES = 12;

/** What was sent, as it stays on the screen. */
export function echoRows(text: string, style: Style): string[] {
  const lines = text.replace(/\n+$/, "").split("\n");
  const shown = lines.slice(0, lines.length > ECHO_LINES ? ECHO_LINES - 1 : ECHO_LINES);
  const rows = shown.map((line, index) =>
    style.bold(`${index === 0 ? "> " : "  "}${line.replaceAll("\t", "    ")}`),
  );
  if (lines.length > shown.length) rows.push(style.dim(`  … ${lines.length - shown.length} more lines`));
  return rows;
}
