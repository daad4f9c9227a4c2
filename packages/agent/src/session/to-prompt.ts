import type { EventBody } from "@mm-agent/core";
import { expandMentions } from "../context/expand-mentions.js";
import type { UserBlock } from "../provider/types.js";
import type { Prompt } from "../turn/types.js";
import type { SessionOptions } from "./session-options.js";

/** A prompt as the model gets it: a text with the files it mentions, blocks as they are. */
export async function toPrompt(
  prompt: string | readonly UserBlock[],
  options: Pick<SessionOptions, "workspace" | "maxOutput" | "images">,
  emit: (event: EventBody) => void,
  signal?: AbortSignal,
): Promise<Prompt> {
  if (typeof prompt !== "string") {
    const shown = prompt.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
    return { blocks: prompt, shown };
  }
  const { workspace, maxOutput, images = "unknown" } = options;
  const { blocks, notices } = await expandMentions(prompt, {
    workspace,
    maxChars: maxOutput,
    images,
    ...(signal ? { signal } : {}),
  });
  for (const text of notices) emit({ type: "notice", level: "warning", text });
  return { blocks, shown: prompt };
}
