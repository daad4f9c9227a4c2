import type { SessionCommand } from "./types.js";

export const abortCommand: SessionCommand = {
  name: "abort",
  description: "Stop what is running",
  async run(_args, { session }) {
    if (!session.busy) return { text: "Nothing is running." };
    await session.cancel();
    return { text: "Stopped." };
  },
};
