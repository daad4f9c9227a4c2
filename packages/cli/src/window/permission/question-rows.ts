import type { Block, FileChange, PermissionRequest } from "@mm-agent/core";
import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { rulesOf } from "../../interactive/permission-words.js";
import { visibleText } from "../../output/visible-text.js";
import { changeRows } from "../blocks/diff/change-rows.js";
import type { Theme } from "../types.js";

export interface QuestionLook {
  readonly theme: Theme;
  readonly width: number;
  /** The session's folder: paths inside it are shown from there. */
  readonly cwd: string;
}

/** What a question is about, in full: nothing is cut, and what could not be seen is written out. */
export function questionRows(request: PermissionRequest, look: QuestionLook): string[] {
  // The head of a change names its file already, and a preview may begin with the same words.
  const first = request.title.replace(/ ?…$/, "");
  const named =
    request.changes.some(({ path }) => path.endsWith(request.title)) ||
    request.preview.some((block) => block.type === "text" && block.text.startsWith(first));
  const rows = [
    ...(named ? [] : wrap(look.theme.bold(visibleText(request.title)), look.width, 1)),
    ...request.preview.flatMap((block) => blockRows(block, look)),
  ];
  const shown = new Set(
    request.preview.flatMap((block) => (block.type === "diff" ? [block.change.path] : [])),
  );
  for (const change of request.changes) if (!shown.has(change.path)) rows.push(...diff(change, look));
  return rows;
}

/** The rules that `s` and `p` would store, word for word. */
export function ruleRows(request: PermissionRequest, { theme, width }: QuestionLook): string[] {
  const rules = rulesOf(request).map(visibleText);
  if (rules.length === 0) return [];
  const head = rules.length === 1 ? "s and p store the rule" : "s and p store the rules";
  if (rules.length === 1) return wrap(`${theme.dim(head)} ${rules[0]}`, width, 1);
  return [...wrap(theme.dim(head), width, 1), ...rules.flatMap((rule) => wrap(rule, width, 3))];
}

function blockRows(block: Block, look: QuestionLook): string[] {
  if (block.type === "diff") return diff(block.change, look);
  const text = block.type === "terminal" ? block.chunk : block.text;
  return text
    .replace(/\n$/, "")
    .replaceAll("\t", "    ")
    .split("\n")
    .flatMap((line) => wrap(visibleText(line), look.width, 1));
}

function diff(change: FileChange, { theme, width, cwd }: QuestionLook): string[] {
  // What a person allows must be what they saw: nothing is left out, and hidden characters are written out.
  const patch = change.patch
    .split("\n")
    .map((line) => visibleText(line.replace(/\r$/, "").replaceAll("\t", "    ")))
    .join("\n");
  const seen = { ...change, path: visibleText(change.path), patch };
  return [...changeRows(seen, { theme, width, cwd, indent: "", previewLines: 0 }).rows];
}

function wrap(text: string, width: number, indent: number): string[] {
  const left = " ".repeat(indent);
  return wrapTextWithAnsi(text, Math.max(1, width - indent)).map((row) => left + row);
}
