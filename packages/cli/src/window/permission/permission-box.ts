import type { Answer, PermissionRequest } from "@mm-agent/core";
import {
  decodeKittyPrintable,
  matchesKey,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
  type Component,
  type TuiMouseEvent,
  type TuiMouseEventResult,
} from "@earendil-works/pi-tui";
import { oneLine } from "../../output/one-line.js";
import type { Theme } from "../types.js";
import type { Asker } from "./asker.js";
import { questionRows, ruleRows } from "./question-rows.js";

type Outcome = Exclude<Answer["outcome"], "cancelled">;

const CHOICES: readonly (readonly [key: string, outcome: Outcome, label: string])[] = [
  ["a", "once", "allow once"],
  ["s", "session", "for this session"],
  ["p", "project", "always for this project"],
  ["r", "reject", "reject"],
  ["n", "reject_session", "never ask again in this session"],
];

/** The answers that want the question to have been shown to its end. */
const ALLOWS: ReadonlySet<Outcome> = new Set(["once", "session", "project"]);

const ENTERS = ["enter", "alt+enter", "shift+enter"] as const;

/** Of the window's rows, the part that the box may take. */
const SHARE = 0.6;
/** Rows that the rest of the window needs: header, a row of the transcript, what runs, editor, footer. */
const OTHERS = 7;
/** Rows of what it is about that are shown before the rules get rows of their own. */
const FEW = 3;
/** Rows of the window that stand above the box, whatever its size. */
const ABOVE = 3;

/** Said while the end has not been shown. */
const END_FIRST = "to allow, read on (arrows, End)";

export interface PermissionBoxOptions {
  readonly asker: Asker;
  readonly theme: Theme;
  readonly cwd: string;
  /** Rows of the whole window. */
  rows(): number;
  /** True while one read of the keyboard brought several characters. */
  burst(): boolean;
  /** Gets what is no answer; the text in it can be the reason of a rejection. */
  readonly editor: { readonly draft: string; take(): void; handleInput(data: string): void };
  /** Keys that are no answer: cancel, interrupt, mode, suspend. True when one was used. */
  elsewhere(data: string): boolean;
}

/** The question that stands open, in the place above the editor. One at a time. */
export class PermissionBox implements Component {
  readonly capturesViewportInput = true;
  /** Set by the screen: true while the box has the keyboard. */
  focused = false;
  private readonly options: PermissionBoxOptions;
  private top = 0;
  private shown: PermissionRequest | undefined;
  private body: { readonly width: number; readonly rows: readonly string[] } | undefined;
  private height = 1;
  /** True once the last row has been on the screen: nothing is allowed that nobody could have read. */
  private read = false;

  constructor(options: PermissionBoxOptions) {
    this.options = options;
  }

  handleInput(data: string): void {
    const { asker, editor, elsewhere, burst } = this.options;
    const asked = asker.current;
    if (!asked) {
      editor.handleInput(data);
      return;
    }
    if (elsewhere(data) || this.scroll(data)) return;
    const text = decodeKittyPrintable(data) ?? data;
    // One key is an answer; a paste or a word never is.
    const single = asked.armed && !burst();
    const enters = ENTERS.some((key) => matchesKey(data, key));
    if (single && matchesKey(data, "enter") && this.rejectsWithText(asked.request)) {
      const reason = editor.draft.trim();
      editor.take();
      asked.settle({ outcome: "reject", reason });
      return;
    }
    const found = choicesOf(asked.request).find(([key]) => single && key === text.toLowerCase());
    if (found) {
      if (this.read || !ALLOWS.has(found[1])) asked.settle({ outcome: found[1] });
      return;
    }
    // An Enter would send what stands in the editor, and cancel the turn that asks.
    if (!enters) editor.handleInput(data);
    // Who types a word does not answer with its second letter.
    asker.hold();
    asker.quiet();
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type !== "wheel" || !event.wheelDelta) return undefined;
    this.top += event.wheelDelta;
    return { handled: true };
  }

  render(width: number): string[] {
    const { asker, theme, cwd, rows } = this.options;
    const asked = asker.current;
    if (!asked) return [];
    const { request } = asked;
    if (request !== this.shown) {
      this.shown = request;
      this.body = undefined;
      this.top = 0;
      this.read = false;
    }
    const look = { theme, cwd, width };
    if (this.body?.width !== width) this.body = { width, rows: questionRows(request, look) };
    const rules = ruleRows(request, look);
    const choices = this.choiceRows(request, asked.armed, width);
    const most = Math.min(Math.floor(rows() * SHARE), rows() - OTHERS) - choices.length - 1;
    // Where there is no room for the rules in full they are scrolled with the rest: none is ever cut.
    const apart = Math.min(this.body.rows.length, FEW) + 1 + rules.length <= most;
    const body = apart ? this.body.rows : [...this.body.rows, ...rules];
    const fixed = apart ? rules : [];
    const room = most - fixed.length;
    this.height = body.length <= room ? body.length : Math.max(1, room - 1);
    this.top = Math.max(0, Math.min(this.top, body.length - this.height));
    const below = body.length - this.top - this.height;
    const whole = body.length === this.height;
    // In a window of a few rows the box is cut from below.
    const shows = rows() - ABOVE >= 1 + this.height + (whole ? 0 : 1) + fixed.length;
    this.read ||= below === 0 && shows;
    const drawn = [
      ...head(request, theme, width),
      ...body.slice(this.top, this.top + this.height),
      ...(whole ? [] : [this.place(below, width)]),
      ...fixed,
      ...this.choiceRows(request, asked.armed, width),
    ];
    // In a window of a few cells even a blank and a wide character are too much.
    return drawn.map((row) => (visibleWidth(row) <= width ? row : truncateToWidth(row, width, "")));
  }

  invalidate(): void {
    this.body = undefined;
  }

  /** Where in a long question one stands. */
  private place(below: number, width: number): string {
    const { theme } = this.options;
    const rest = `${this.top > 0 ? `↑ ${this.top} ` : ""}${below > 0 ? `↓ ${below} ` : ""}more rows`;
    const text = truncateToWidth(` ${rest} · ${this.read ? "the arrows scroll" : END_FIRST}`, width, "…");
    return this.read ? theme.dim(text) : theme.warning(text);
  }

  private choiceRows(request: PermissionRequest, armed: boolean, width: number): string[] {
    const { theme, asker } = this.options;
    const labels = choicesOf(request).map(([key, outcome, label]) => {
      const words = label.replaceAll(" ", "\u00a0");
      return armed && (this.read || !ALLOWS.has(outcome))
        ? `${theme.accent(`[${key}]`)}\u00a0${words}`
        : theme.dim(`[${key}]\u00a0${words}`);
    });
    if (this.rejectsWithText(request)) {
      const words = "reject with what you typed".replaceAll(" ", "\u00a0");
      labels.push(armed ? `${theme.accent("[Enter]")}\u00a0${words}` : theme.dim(`[Enter]\u00a0${words}`));
    }
    if (asker.more > 0) labels.push(theme.dim(`(${asker.more}\u00a0more)`));
    return wrapTextWithAnsi(labels.join("  "), Math.max(1, width - 1)).map(
      (row) => ` ${row.replaceAll("\u00a0", " ")}`,
    );
  }

  /** True when the text in the editor can be the reason of a rejection. */
  private rejectsWithText(request: PermissionRequest): boolean {
    return request.options.some(({ id }) => id === "reject") && this.options.editor.draft.trim() !== "";
  }

  private scroll(data: string): boolean {
    const page = Math.max(1, this.height - 1);
    const step = matchesKey(data, "up")
      ? -1
      : matchesKey(data, "down")
        ? 1
        : matchesKey(data, "pageUp")
          ? -page
          : matchesKey(data, "pageDown")
            ? page
            : matchesKey(data, "home")
              ? Number.NEGATIVE_INFINITY
              : matchesKey(data, "end")
                ? Number.MAX_SAFE_INTEGER
                : 0;
    if (step === 0) return false;
    this.top = Math.max(0, this.top + step);
    return true;
  }
}

function choicesOf(request: PermissionRequest): readonly (typeof CHOICES)[number][] {
  const offered = new Set(request.options.map((option) => option.id));
  return CHOICES.filter(([, outcome]) => offered.has(outcome));
}

function head(request: PermissionRequest, theme: Theme, width: number): string[] {
  const who = request.agent.length > 0 ? `${request.agent.map(oneLine).join(" · ")} · ` : "";
  const text = `🔐 ${who}${oneLine(request.tool)} needs permission`;
  const why = ` (${oneLine(request.why)})`;
  const room = visibleWidth(`── ${text}${why} `) <= width;
  const line = `${theme.warning("──")} ${theme.bold(text)}${room ? theme.dim(why) : ""} `;
  const rule = theme.warning("─".repeat(width));
  return [truncateToWidth(`${line}${rule}`, width, "")];
}
