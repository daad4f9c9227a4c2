import type { SessionCommand } from "./types.js";

export const undoCommand: SessionCommand = {
  name: "undo",
  description: "Take back what the tools wrote in the last turn",
  async run(_args, { session }) {
    if (session.busy) return { ok: false, text: "a turn is running: /abort ends it, then /undo" };
    const results = await session.undo();
    if (results.length === 0)
      return { ok: false, text: "There is nothing to take back: no tool wrote a file." };
    return {
      ok: results.every((result) => result.ok),
      text: results.map((result) => result.text).join("\n"),
    };
  },
};
