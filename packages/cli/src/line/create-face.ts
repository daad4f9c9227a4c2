import { internalError, type Face } from "../interactive/face.js";
import type { App } from "./app.js";
import { blockRows } from "./render/call-blocks.js";
import { wrapRows } from "./render/wrap-rows.js";

/** Line mode as a conversation sees it. */
export function createFace(app: App): Face {
  return {
    get draft() {
      return app.editor.text;
    },
    set draft(text) {
      app.editor.set(text);
    },
    takeDraft: () => void app.editor.take(),
    echo: (text) => app.echo(text),
    say: (hint) => app.say(hint),
    fail: (error) => app.print([app.options.style.red(internalError(error))]),
    redraw: async () => {
      if (app.session) app.replay(await app.session.replay());
    },
    show({ print, ok }) {
      const { style } = app.options;
      const { screen } = app.terminal;
      const rows = print.flatMap((block) =>
        block.type === "text"
          ? wrapRows(block.text.trimEnd(), screen.columns - 1, style, 2)
          : blockRows([block], app.view.look()),
      );
      app.print(ok ? rows : rows.map(style.red));
      screen.gap();
    },
    choose: (labels) => app.asking.choose(labels),
    abandon: () => app.asking.abandon(),
    works: (on) => app.tick(on),
    tell: (text) => app.tell(text),
    leave: (code) => app.leave(code),
    draw: () => app.draw(),
  };
}
