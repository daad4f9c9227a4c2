import type { SessionCommand } from "./types.js";

export const newCommand: SessionCommand = {
  name: "new",
  description: "Start a new conversation; the old one stays under /sessions",
  async run(_args, { session }) {
    await session.reset();
    return { text: "A new conversation.", action: "redraw" };
  },
};
