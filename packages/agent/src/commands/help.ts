import type { SessionCommand } from "./types.js";

export const helpCommand: SessionCommand = {
  name: "help",
  description: "All commands",
  run(_args, { all }) {
    const heads = all.map(({ name, hint }) => `/${name}${hint === undefined ? "" : ` ${hint}`}`);
    const width = Math.min(36, Math.max(...heads.map((head) => head.length)));
    const lines = all.map(
      ({ description }, index) => `${(heads[index] ?? "").padEnd(width)}  ${description}`,
    );
    return {
      text: [
        ...lines,
        "",
        "@file or @file:10-20 attaches a file. A line that begins with a blank is never a command.",
      ].join("\n"),
    };
  },
};
