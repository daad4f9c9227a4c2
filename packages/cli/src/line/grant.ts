import { canSuspend } from "../interactive/process-place.js";
import { nextMode } from "../interactive/next-mode.js";
import type { App } from "./app.js";
import type { Wish } from "./editor/editor.js";

/** Does what a key asks for beyond editing. */
export function grant(app: App, wish: Wish): void {
  const { talk, session } = app;
  switch (wish.type) {
    case "submit":
      if (session) talk.submit(wish.text, wish.alt);
      else app.sentEarly = true;
      return;
    case "interrupt":
      talk.interrupt();
      return;
    case "escape":
      talk.escape();
      return;
    case "end":
      talk.end();
      return;
    case "suspend":
      if (canSuspend()) app.terminal.suspend();
      else app.say("There is no shell to go back to.");
      return;
    case "mode":
      session?.set({ mode: nextMode(session.mode) });
      return;
    case "clear":
      app.terminal.screen.clear();
      return;
  }
}
