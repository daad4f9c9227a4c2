import type { SessionCommand } from "./types.js";

export const toolsCommand: SessionCommand = {
  name: "tools",
  description: "The tools the model has, and why one is absent",
  run(_args, { session, facts }) {
    const width = Math.max(0, ...session.tools.map((tool) => tool.name.length));
    const lines = session.tools.map(
      (tool) => `${tool.icon ?? "‣"} ${tool.name.padEnd(width)}  ${firstSentence(tool.description)}`,
    );
    const absent = (facts?.absent ?? []).map(({ name, reason }) => `  ${name} is absent: ${reason}`);
    return { text: [...lines, ...absent].join("\n") || "There is no tool." };
  },
};

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text.split("\n", 1)[0] ?? "";
}
