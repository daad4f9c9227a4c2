import { WINDOW_ACTIONS, WINDOW_COMMANDS, type ActionScope } from "../dialogs/window-actions.js";
import type { Window } from "./window.js";

/** Lines that open a dialog: the window's own commands, and those of every session that would only ask back. */
const LINES: ReadonlyMap<string, string> = new Map([
  ...WINDOW_COMMANDS.map(({ name, action }) => [`/${name}`, action] as const),
  ["/resume", "sessions"],
  ["/model", "models"],
]);

/** The action that a line stands for; undefined: the line is to be sent. */
export function actionOfLine(line: string): string | undefined {
  return LINES.get(line.trim().toLowerCase());
}

/** Does what an action of the key table opens; false when there is no such action. */
export function act(window: Window, action: string): boolean {
  const run = WINDOW_ACTIONS[action];
  if (!run) return false;
  if (!window.session) {
    window.say("One moment: the conversation is not open yet.");
    return true;
  }
  void run(scopeOf(window)).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    window.transcript.say([{ type: "text", text: `mm: internal error: ${text}` }], "error");
    window.draw();
  });
  return true;
}

function scopeOf(window: Window): ActionScope {
  return {
    host: window.host,
    transcript: window.transcript,
    attachments: window.attachments,
    draft: () => window.editor.draft,
    setDraft(text) {
      window.editor.setText(text);
      window.draw();
    },
    takeUp: window.options.takeUp,
  };
}
