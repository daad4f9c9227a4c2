import { frameAt } from "../interactive/spinner-frame.js";
import type { App } from "./app.js";
import { promptText } from "./banner.js";
import { promptLive } from "./prompt/prompt-view.js";
import type { Live } from "./render/surface.js";
import { spinnerLine } from "./spinner.js";

/** Work that takes longer than this is told by the spinner, in milliseconds. */
const PATIENCE_MS = 200;

/** What stands below everything printed: a question, the spinner, or the prompt. */
export function liveOf(app: App): Live {
  const { columns, rows } = app.terminal.screen;
  if (app.asking.active) return app.asking.live(columns);
  const ms = performance.now() - app.talk.running.since;
  // A command that is done at once does not flash a spinner.
  const works = app.talk.busy && (app.talk.running.turn || ms > PATIENCE_MS);
  if (works && !app.editor.search) return { rows: [workingRow(app, ms, columns - 1)] };
  return promptLive(app.editor, {
    columns,
    rows,
    style: app.options.style,
    prompt: promptText(app.session?.mode ?? "ask", app.options.style),
    ...(app.hint === undefined ? {} : { hint: app.hint }),
  });
}

/**
 * The one row that is rewritten while a turn runs: the unfinished end of the answer, or the spinner with what was typed.
 * It is never more than one, so that a resize in the middle of a stream cannot leave anything behind.
 */
function workingRow(app: App, ms: number, columns: number): string {
  const { style } = app.options;
  const draft = app.editor.text;
  const pending = draft === "" ? app.view.pending(columns - 2) : "";
  if (pending !== "") return `${pending} ${style.dim(frameAt(ms))}`;
  const state = app.view.spinner() ?? { word: app.talk.running.turn ? "Thinking" : "Working", tokens: 0 };
  return spinnerLine({ ...state, ms, draft, waiting: app.talk.outbox.waiting }, columns, style);
}
