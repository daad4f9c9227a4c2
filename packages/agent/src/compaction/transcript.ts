import { boundText } from "@mm-agent/core";
import type { Message } from "../provider/types.js";

const LONGEST = { result: 1500, arguments: 600, text: 6000 } as const;

/** The messages as a text to be summarised, at most `maxChars` long; long outputs and the middle are left out. */
export function toTranscript(messages: readonly Message[], maxChars: number): string {
  const parts: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      parts.push(
        `Result of ${message.name}${message.ok ? "" : " (failed)"}:\n${boundText(message.text, LONGEST.result, "middle", "left out here")}`,
      );
      continue;
    }
    const lines = message.blocks.map((block) => {
      if (block.type === "image") return "[image]";
      if (block.type === "call")
        return `Calls ${block.name}: ${boundText(block.arguments, LONGEST.arguments, "end", "left out here")}`;
      return block.type === "thought" ? "" : boundText(block.text, LONGEST.text, "middle", "left out here");
    });
    const text = lines.filter((line) => line.trim() !== "").join("\n");
    if (text !== "") parts.push(`${message.role === "user" ? "Person" : "Agent"}:\n${text}`);
  }
  return boundText(parts.join("\n\n"), maxChars, "middle", "the middle of the conversation");
}
