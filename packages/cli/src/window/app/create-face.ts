import type { Face } from "../../interactive/face.js";
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
    fail: (error) => window.fail(error),
    redraw: () => window.host.redraw(),
    show({ print, ok }) {
      if (print.length > 0) window.transcript.say(print, ok ? "info" : "error");
      window.draw();
    },
    async choose(labels) {
      const { pick } = await import("../dialogs/pick.js");
      const rows = labels.map((label, value) => ({ value, label }));
      return (await pick(window.host, { title: "Choose", rows, enter: "choose", ordered: true }))?.value;
    },
    abandon: () => window.asker.abandon(),
    works: (on) => window.tick(on),
    tell: (text) => window.tell(text),
    leave: (code) => window.leave(code),
    draw: () => window.draw(),
    compose: (text) => window.attachments.compose(text),
  };
}
