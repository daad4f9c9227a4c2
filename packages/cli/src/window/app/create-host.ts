import type { WindowHost } from "../types.js";
import { act, actionOfLine } from "./act.js";
import type { Window } from "./window.js";

/** The window as a dialog sees it. */
export function createHost(window: Window): WindowHost {
  return {
    tui: window.tui,
    theme: window.options.theme,
    keys: window.options.keys,
    get runtime() {
      if (!window.runtime) throw new Error("the folder is not open yet");
      return window.runtime;
    },
    get session() {
      if (!window.session) throw new Error("the conversation is not open yet");
      return window.session;
    },
    open: (dialog) => window.open(dialog),
    flash: (text) => window.tui.flash(text),
    async redraw() {
      if (window.session) window.replace(await window.session.replay());
    },
    async submit(line) {
      const action = actionOfLine(line);
      if (action === undefined) await window.talk.line(line);
      else act(window, action);
    },
    insert(text) {
      window.editor.insertTextAtCursor(text);
      window.draw();
    },
    outside: (task) => window.terminal.outside(task),
  };
}
