import { EXIT } from "../exit-codes.js";
import type { App } from "./app.js";
import { nextMode } from "./banner.js";
import type { Wish } from "./editor/editor.js";
import { submitLine } from "./submit-line.js";
import { canSuspend } from "./terminal/can-suspend.js";

/** Does what a key asks for beyond editing. */
export function grant(app: App, wish: Wish): void {
  const { session } = app;
  switch (wish.type) {
    case "submit":
      if (session) submit(app, wish.text, wish.alt);
      else app.sentEarly = true;
      return;
    case "interrupt":
      interrupt(app);
      return;
    case "escape":
      if (app.busy) app.cancel();
      return;
    case "end":
      if (app.busy) app.say("A turn is running: Esc cancels it.");
      else app.leave(EXIT.ok);
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

/** Enter while a turn runs cancels and asks, Alt-Enter steers; `whileRunning: steer` swaps them. */
function submit(app: App, text: string, alt: boolean): void {
  const { session } = app;
  if (!session) return;
  if (!app.busy || /^[/!]/.test(text)) {
    void submitLine(app, session, text);
    return;
  }
  app.editor.take();
  const steers = alt !== (app.options.whileRunning === "steer");
  if (steers && session.steer(text)) {
    app.outbox.steer(text);
    return;
  }
  app.outbox.queue(text);
  app.cancel();
}

/** Cancels, then takes a draft away, and only then leaves: what was typed is never lost with the program. */
function interrupt(app: App): void {
  const second = app.secondInterrupt();
  if (app.busy && !second) app.cancel();
  else if (app.editor.text !== "") {
    app.editor.take();
    app.say("Taken away; the up arrow brings it back.");
  } else if (second) app.leave(app.busy ? EXIT.interrupted : EXIT.ok);
  else app.say("Ctrl-C again leaves.");
}
