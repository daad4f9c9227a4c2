import type { SessionCommand } from "./types.js";

export const configCommand: SessionCommand = {
  name: "config",
  description: "The settings in effect and where each comes from",
  run(_args, { facts }) {
    const rows = facts?.describe() ?? [];
    return {
      text:
        rows.map(({ key, value, source }) => `${key} = ${value}  (${source})`).join("\n") ||
        "There is no configuration here.",
    };
  },
};
