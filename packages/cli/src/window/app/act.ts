import type { ActionScope } from "../dialogs/window-actions.js";
import { DIALOG_ACTIONS, WINDOW_COMMANDS, type DialogAction } from "../dialogs/window-commands.js";
import type { Window } from "./window.js";

/** Lines that open a dialog: the window's own commands, and those of every session that would only ask back. */
const LINES: ReadonlyMap<string, DialogAction> = new Map<string, DialogAction>([
  ...WINDOW_COMMANDS.map(({ name, action }) => [`/${name}`, action] as const),
  ["/help", "commands"],
  ["/sessions", "sessions"],
  ["/resume", "sessions"],
  ["/model", "models"],
]);

/** The action that a line stands for; undefined: the line is to be sent. */
export function actionOfLine(line: string): DialogAction | undefined {
  return LINES.get(line.trim().toLowerCase());
}

/** Does what an action of the key table opens; false when there is no such action. */
export function act(window: Window, action: string): boolean {
  const name = DIALOG_ACTIONS.find((one) => one === action);
  if (!name) return false;
  if (!window.session) {
    window.say("One moment: the conversation is not open yet.");
    return true;
  }
  void run(window, name);
  return true;
}

async function run(window: Window, name: DialogAction): Promise<void> {
  try {
    const { WINDOW_ACTIONS } = await import("../dialogs/window-actions.js");
    await WINDOW_ACTIONS[name](scopeOf(window));
  } catch (error) {
    window.fail(error);
  }
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
