import { toChoices } from "./sessions.js";
import type { SessionCommand } from "./types.js";

export const resumeCommand: SessionCommand = {
  name: "resume",
  description: "Go on with another conversation of this folder",
  hint: "[id]",
  async run(args, { session, options }) {
    if (args === "") {
      const choices = toChoices((await options.archive?.list()) ?? [], session.id);
      if (choices.length === 0) return { ok: false, text: "There is no other conversation of this folder." };
      return { text: choices.map((choice) => choice.label).join("\n"), choices };
    }
    const resumed = await session.resume(args);
    if (!resumed.ok) return { ok: false, text: resumed.text };
    return { text: `Going on with: ${session.title}`, action: "redraw" };
  },
};
