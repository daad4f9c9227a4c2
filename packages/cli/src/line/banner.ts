import type { Mode } from "@mm-agent/core";
import type { Runtime, Session } from "@mm-agent/agent";
import { shortPath } from "../interactive/short-path.js";
import { startNotes } from "../interactive/start-notes.js";
import { cleanText } from "../output/clean-text.js";
import type { Style } from "../output/style.js";
import { wrapRows } from "./render/wrap-rows.js";

/** What stands at the top: model @ provider, folder, tools, and one line for each thing skipped and why. */
export function bannerRows(
  runtime: Runtime,
  session: Session,
  version: string,
  { style, columns }: { readonly style: Style; readonly columns: number },
): string[] {
  const { model, name } = session.provider;
  const rows = wrapRows(
    `mm ${version} · ${clean(model)} @ ${clean(name)} · ${session.mode}`,
    columns - 1,
    style,
  );
  const out = rows.map((row) => style.bold(row));
  out.push(style.dim(clean(shortPath(session.cwd))));
  const { tools, skipped } = startNotes(runtime);
  out.push(...wrapRows(tools, columns - 1, style, 7).map((row) => style.dim(row)));
  for (const text of skipped)
    out.push(...wrapRows(`! ${text}`, columns - 1, style, 2).map((row) => style.yellow(row)));
  out.push(
    ...wrapRows("/help for commands, Shift-Tab changes the mode, Ctrl-D leaves", columns - 1, style).map(
      (row) => style.dim(row),
    ),
  );
  return out;
}

/** The prompt, which always tells the mode. */
export function promptText(mode: Mode, style: Style): { readonly text: string; readonly width: number } {
  const paint = { ask: style.cyan, edits: style.green, yolo: style.yellow, plan: style.dim }[mode];
  return { text: `${paint(mode)} ${style.bold(">")} `, width: mode.length + 3 };
}

function clean(text: string): string {
  return cleanText(text).replaceAll("\n", " ");
}
