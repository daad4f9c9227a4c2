import type { SessionCommand } from "./types.js";

export const compactCommand: SessionCommand = {
  name: "compact",
  description: "Replace earlier turns by a summary",
  hint: "[what to keep in focus]",
  alone: true,
  async run(args, { compact }) {
    const { ok, text } = await compact(args === "" ? undefined : args);
    return { ok, text };
  },
};
