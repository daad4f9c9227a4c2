import { EXIT } from "../../exit-codes.js";
import { cleanText } from "../../output/clean-text.js";
import type { TerminalHandlers } from "../terminal/take-terminal.js";
import type { Window } from "./window.js";

/** What the terminal tells the window beside keys. */
export function createHandlers(window: Window): TerminalHandlers {
  return {
    stray(text) {
      window.transcript.say([{ type: "text", text: cleanText(text).trimEnd() }], "warning");
      window.draw();
    },
    closed: (code) => window.leave(code),
    broken(error) {
      window.leave(EXIT.failed);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      window.options.out.stderr(`mm: the window cannot be drawn any more: ${text}\n`);
    },
    async copy(text) {
      const { copyText } = await import("../clipboard/copy-text.js");
      const copied = await copyText(window.tui.terminal, text);
      return copied.ok || copied.text;
    },
  };
}
