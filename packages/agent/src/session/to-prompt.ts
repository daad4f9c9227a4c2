import type { EventBody } from "@mm-agent/core";
import { expandMentions } from "../context/expand-mentions.js";
import type { UserBlock } from "../provider/types.js";
import type { Prompt } from "../turn/types.js";
import type { SessionOptions } from "./session-options.js";
import type { BlockOptions } from "./types.js";

/** A prompt as the model gets it: a text with the files it mentions, blocks as they are. */
export async function toPrompt(
  prompt: string | readonly UserBlock[],
  options: Pick<SessionOptions, "workspace" | "maxOutput" | "images"> & { readonly about: BlockOptions },
  emit: (event: EventBody) => void,
  signal?: AbortSignal,
): Promise<Prompt> {
  const { workspace, maxOutput, images = "unknown", about } = options;
  const expand = async (text: string): Promise<readonly UserBlock[]> => {
    const limits = { workspace, maxChars: maxOutput, images, ...(signal ? { signal } : {}) };
    const { blocks, notices } = await expandMentions(text, limits);
    for (const notice of notices) emit({ type: "notice", level: "warning", text: notice });
    return blocks;
  };
  if (typeof prompt === "string") return { blocks: await expand(prompt), shown: about.shown ?? prompt };
  const parts = prompt.map((block) => (block.type === "text" ? block.text : "[image]"));
  const attached: UserBlock[] = [];
  if (about.mentions === true)
    for (const block of prompt)
      if (block.type === "text") attached.push(...(await expand(block.text)).slice(1));
  return { blocks: [...prompt, ...attached], shown: about.shown ?? parts.join("\n") };
}
