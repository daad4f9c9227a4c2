import type { SessionCommand } from "./types.js";

export const exitCommand: SessionCommand = {
  name: "exit",
  description: "Leave mm",
  async run(_args, { session }) {
    await session.cancel();
    return { action: "exit" };
  },
};
