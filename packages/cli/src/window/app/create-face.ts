import type { Face } from "../../interactive/conversation.js";
import { ChoiceDialog } from "./choice-dialog.js";
import type { Window } from "./window.js";

/** The window as a conversation sees it. */
export function createFace(window: Window): Face {
  return {
    get draft() {
      return window.editor.draft;
    },
    set draft(text) {
      window.editor.setText(text);
      window.draw();
    },
    takeDraft: () => window.editor.take(),
    echo(text) {
      window.transcript.question(text);
      window.draw();
    },
    say: (hint) => window.say(hint),
    fail(text) {
      window.transcript.say([{ type: "text", text }], "error");
      window.draw();
    },
    redraw: () => window.host.redraw(),
    show({ print, ok }) {
      if (print.length > 0) window.transcript.say(print, ok ? "info" : "error");
      window.draw();
    },
    choose: (labels) => choose(window, "Choose", labels),
    abandon: () => window.asker.abandon(),
    works: (on) => window.tick(on),
    tell: (text) => window.tell(text),
    leave: (code) => window.leave(code),
    draw: () => window.draw(),
  };
}

/** Lets the person choose one of the lines; undefined when they do not. */
export function choose(
  window: Window,
  title: string,
  labels: readonly string[],
  more: { readonly about?: readonly string[]; readonly at?: number } = {},
): Promise<number | undefined> {
  return new Promise((resolve) => {
    if (window.ended) {
      resolve(undefined);
      return;
    }
    const close = window.open(
      new ChoiceDialog({
        theme: window.options.theme,
        title,
        labels,
        ...more,
        done(index) {
          close();
          resolve(index);
        },
      }),
    );
  });
}
