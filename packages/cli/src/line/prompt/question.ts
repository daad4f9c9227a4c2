import type { Answer, PermissionRequest } from "@mm-agent/core";
import { rulesOf, SAID } from "../../interactive/permission-words.js";
import type { Style } from "../../output/style.js";
import { Editor, type Wish } from "../editor/editor.js";
import { createHistory } from "../../interactive/history.js";
import { layOut } from "../editor/layout.js";
import type { InputEvent } from "../keys/types.js";
import type { CallLook } from "../render/call-blocks.js";
import { oneLine } from "../../output/one-line.js";
import { changeRows, questionBlocks } from "../render/call-blocks.js";
import type { Live } from "../render/surface.js";
import { visibleText } from "../../output/visible-text.js";
import { wrapRows } from "../render/wrap-rows.js";

type Outcome = Exclude<Answer["outcome"], "cancelled">;

const KEYS: readonly (readonly [key: string, outcome: Outcome | "reason", label: string])[] = [
  ["a", "once", "allow once"],
  ["s", "session", "for this session"],
  ["p", "project", "always in this project"],
  ["r", "reject", "reject"],
  ["n", "reason", "reject and say why"],
  ["d", "reject_session", "reject for this session"],
];

/** A permission question under a person's hands. It answers nothing before it is armed. */
export class Question {
  readonly request: PermissionRequest;
  /** False until keys typed before it was shown can no longer arrive. */
  armed = false;
  private readonly settle: (answer: Answer) => void;
  private reason: Editor | undefined;

  constructor(request: PermissionRequest, settle: (answer: Answer) => void) {
    this.request = request;
    this.settle = settle;
  }

  /** True while a reason is typed. */
  get takesText(): boolean {
    return this.reason !== undefined;
  }

  /** The turn was cancelled. */
  abandon(): void {
    this.settle({ outcome: "cancelled" });
  }

  /** Takes an event of an armed question; gives what it does not use itself (interrupt, escape, suspend, …). */
  press(event: InputEvent): Wish | undefined {
    if (this.reason) return this.pressReason(this.reason, event);
    if (event.type === "key") {
      if (event.name === "escape") return { type: "escape" };
      if (event.name === "tab" && event.shift) return { type: "mode" };
      if (event.ctrl && event.char === "c") return { type: "interrupt" };
      if (event.ctrl && event.char === "z") return { type: "suspend" };
      return undefined;
    }
    // One key is an answer; a paste or a word never is.
    if (event.type !== "text" || event.text.length !== 1) return undefined;
    const found = this.choices().find(([key]) => key === event.text.toLowerCase());
    if (!found) return undefined;
    if (found[1] === "reason")
      this.reason = new Editor(createHistory(), { commands: () => [], files: () => [] });
    else this.settle({ outcome: found[1] });
    return undefined;
  }

  /** The rows to choose from, or the line for the reason. */
  live(columns: number, style: Style): Live {
    if (this.reason) {
      const layout = layOut(this.reason.buffer, { columns: columns - 1, height: 6, prompt: "why not? > " });
      return { rows: layout.rows, cursor: { row: layout.row, column: layout.column } };
    }
    if (!this.armed) return { rows: [style.dim("🔐 …")] };
    const text = this.choices()
      // No-break blanks keep a key and its meaning together.
      .map(([key, , label]) => `[${key}] ${label}`.replaceAll(" ", "\u00a0"))
      .join("  ");
    const rows = wrapRows(text, columns - 1, style).map((row) => row.replaceAll("\u00a0", " "));
    return { rows: rows.map((row) => style.bold(row)) };
  }

  private choices(): readonly (typeof KEYS)[number][] {
    const offered = new Set(this.request.options.map((option) => option.id));
    return KEYS.filter(([, outcome]) =>
      outcome === "reason" ? offered.has("reject") : offered.has(outcome),
    );
  }

  private pressReason(editor: Editor, event: InputEvent): Wish | undefined {
    if (event.type === "key" && event.name === "enter" && !event.alt && editor.text.trim() === "") {
      this.settle({ outcome: "reject" });
      return undefined;
    }
    const wish = editor.press(event);
    if (wish?.type === "submit") this.settle({ outcome: "reject", reason: wish.text.trim() });
    else if (wish?.type === "escape") this.reason = undefined;
    else return wish;
    return undefined;
  }
}

/** What is printed when a question comes up: what it is about, in full, and the rule that an answer would store. */
export function questionRows(request: PermissionRequest, look: CallLook): string[] {
  const { style } = look;
  const who = request.agent.length > 0 ? `${request.agent.join(" · ")} · ` : "";
  const rows = [
    `🔐 ${style.bold(`${who}${oneLine(request.tool)}`)} needs permission ${style.dim(`(${oneLine(request.why)})`)}`,
  ];
  rows.push(...questionBlocks(request.preview, look));
  const previewed = new Set(
    request.preview.flatMap((block) => (block.type === "diff" ? [block.change.path] : [])),
  );
  for (const change of request.changes)
    if (!previewed.has(change.path)) rows.push(...changeRows(change, look));
  // A line end inside a pattern is written out, so that it cannot look like a second rule.
  const rules = rulesOf(request).map(visibleText);
  if (rules.length === 1) rows.push(`   ${style.dim("s and p store the rule")} ${rules[0]}`);
  else if (rules.length > 1)
    rows.push(`   ${style.dim("s and p store the rules")}`, ...rules.map((line) => `     ${line}`));
  return rows;
}

/** The line that says how a question was answered. */
export function answerRow(answer: Answer, style: Style): string {
  const reason = "reason" in answer && answer.reason ? ` ${oneLine(answer.reason)}` : "";
  return `   ${style.dim(`${SAID[answer.outcome]}${reason}`)}`;
}
