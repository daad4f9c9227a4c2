import { isKeyRelease } from "@earendil-works/pi-tui";
import { canSuspend } from "../../interactive/process-place.js";
import { nextMode } from "../../interactive/next-mode.js";
import { HistorySearch } from "../editor/history-search.js";
import { act } from "./act.js";
import { takePaste } from "./take-paste.js";
import type { Window } from "./window.js";

/** Who has the keyboard. */
export type Place = "editor" | "asked" | "dialog";

/** Does what a key is bound to, beyond editing; false when it is for the component that has the keyboard. */
export function press(window: Window, data: string, place: Place): boolean {
  if (isKeyRelease(data)) return false;
  window.hint = undefined;
  if (place === "dialog") return false;
  if (data.startsWith("\x1b[200~")) return place === "editor" && takePaste(window, data);
  const action = window.options.keys.action(data);
  if (action === undefined) return false;
  const common = COMMON[action];
  if (place === "asked") {
    common?.(window);
    return common !== undefined;
  }
  const { editor } = window;
  // An open menu takes its keys itself.
  if (editor.isShowingAutocomplete() && MENU.has(action)) return false;
  if (EMPTY.has(action) && !editor.empty) return false;
  const own = EDITOR[action];
  if (own) return own(window) !== false;
  if (!common) return act(window, action);
  common(window);
  return true;
}

type Deed = (window: Window) => void;

const MENU = new Set(["send", "cancel"]);
/** These are keys of the editor while a text stands in it. */
const EMPTY = new Set(["leave", "help"]);

/** What holds while a question stands open, too. */
const COMMON: Readonly<Record<string, Deed>> = {
  cancel: ({ talk }) => talk.escape(),
  interrupt: ({ talk }) => talk.interrupt(),
  cycleMode: ({ session }) => session?.set({ mode: nextMode(session.mode) }),
  suspend(window) {
    if (canSuspend()) window.terminal.suspend();
    else window.say("There is no shell to go back to.");
  },
  redraw: ({ tui }) => {
    tui.invalidate();
    tui.requestRender(true);
  },
};

/** What is done with the editor's text; false: the editor takes the key. */
const EDITOR: Readonly<Record<string, (window: Window) => boolean | void>> = {
  send(window) {
    if (window.editor.continues) return false;
    // Some press Enter behind the key that answers.
    if (!window.asker.justAnswered()) window.submit(window.editor.draft, false);
    return true;
  },
  steer(window) {
    if (window.talk.busy) window.submit(window.editor.draft, true);
    else window.editor.insertTextAtCursor("\n");
  },
  leave: ({ talk }) => talk.end(),
  foldNewest(window) {
    window.transcript.toggle("newest");
    window.draw();
  },
  foldAll(window) {
    window.transcript.toggle("all");
    window.draw();
  },
  historySearch(window) {
    const { theme, keys, history } = window.options;
    const close = window.open(
      new HistorySearch({
        theme,
        keys,
        history,
        rows: () => window.tui.terminal.rows,
        done(text, send) {
          close();
          if (text === undefined) return;
          window.editor.setText(text);
          if (send) window.submit(text, false);
        },
      }),
    );
  },
};
