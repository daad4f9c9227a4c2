import type { Block, EventBody, FileChange } from "@mm-agent/core";
import { cleanText } from "../../output/clean-text.js";
import { diffRows, type DiffOptions } from "../../output/diff-rows.js";
import { oneLine } from "../../output/one-line.js";
import { previewOf } from "../../output/preview.js";
import type { Style } from "../../output/style.js";
import { markdownRows } from "../markdown/stream-markdown.js";
import { visibleText } from "../../output/visible-text.js";
import { fitWidth } from "./width.js";

export type Planned = Extract<EventBody, { readonly type: "tool.planned" }>;
export type Done = Extract<EventBody, { readonly type: "tool.done" }>;

export interface CallLook {
  readonly style: Style;
  readonly columns: number;
  readonly previewLines: number;
  /** The session's folder: paths inside it are shown from there. */
  readonly cwd: string;
}

/** The line of a call before it runs: `<icon> <tool>: <title>`; of an asked agent, its name stands before the title. */
export function callRows(
  call: Pick<Planned, "icon" | "tool" | "title">,
  agent: readonly string[],
  look: CallLook,
): string[] {
  const who = agent.length > 0 ? `${agent.join(" · ")} · ` : "";
  const title = oneLine(`${who}${call.title}`);
  return [`${cleanText(call.icon ?? "‣")} ${look.style.bold(cleanText(call.tool))}: ${title}`];
}

/** What a call came to: its output's beginning dimmed, changes as diffs with line numbers. `seen`: the diff was shown when asking. */
export function resultRows(done: Done, seen: boolean, look: CallLook): string[] {
  const changes = (done.changes ?? []).filter((change) => change.patch !== "");
  const rows: string[] = [];
  if (done.echo !== "none" || !done.ok) {
    const text = changes.length > 0 && !done.display ? (done.text.split("\n", 1)[0] ?? "") : undefined;
    rows.push(...bodyRows(done, text, look));
  }
  if (!seen)
    for (const change of changes) rows.push(...changeRows(change, look, Math.max(20, look.previewLines * 4)));
  return rows;
}

function bodyRows(done: Done, text: string | undefined, look: CallLook): string[] {
  const { style } = look;
  const body = text ?? (done.display ? plainBlocks(done.display) : done.text);
  const rows = previewOf(body, {
    limit: look.previewLines,
    keepLast: !done.ok,
    fit: (line) => fitWidth(line, look.columns - 4),
  });
  return rows.map((row) => style.dim(row));
}

/** One file's change under its name. */
export function changeRows(change: FileChange, look: CallLook, limit?: number): string[] {
  const { style, columns } = look;
  const inside = change.path.startsWith(`${look.cwd}/`)
    ? change.path.slice(look.cwd.length + 1)
    : change.path;
  const head = `   ${style.bold(oneLine(inside))} ${style.green(`+${change.added}`)} ${style.red(`-${change.removed}`)}`;
  // When asking, nothing is cut or left out: what a person allows must be what they saw.
  const options: DiffOptions =
    limit === undefined ? { clean: visibleText } : { limit, fit: (row) => fitWidth(row, columns - 4) };
  const rows = diffRows(change.patch, style, options);
  return [head, ...rows.map((row) => `   ${row}`)];
}

/** Blocks in full: what a question is about, where hidden characters are written out. */
export function questionBlocks(blocks: readonly Block[], look: CallLook): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "diff") return changeRows(block.change, look);
    const text = block.type === "terminal" ? block.chunk : block.text;
    const lines = text.replace(/\n$/, "").replaceAll("\t", "    ").split("\n");
    return lines.map((line) => `   ${visibleText(line)}`);
  });
}

/** Blocks in full, for what commands print. */
export function blockRows(blocks: readonly Block[], look: CallLook, indent = ""): string[] {
  const rows: string[] = [];
  for (const block of blocks) {
    if (block.type === "diff") rows.push(...changeRows(block.change, look));
    else if (block.type === "markdown")
      rows.push(
        ...markdownRows(block.text, look.style, look.columns - indent.length).map((row) => `${indent}${row}`),
      );
    else {
      const text = block.type === "text" ? block.text : block.chunk;
      rows.push(
        ...cleanText(text)
          .replace(/\n$/, "")
          .replaceAll("\t", "    ")
          .split("\n")
          .map((row) => `${indent}${row}`),
      );
    }
  }
  return rows;
}

function plainBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === "diff" ? "" : block.type === "terminal" ? block.chunk : block.text))
    .filter((text) => text !== "")
    .join("\n");
}
