import { fileURLToPath } from "node:url";
import type { ContentBlock, EmbeddedResource } from "@agentclientprotocol/sdk";
import { checkImage, type UserBlock } from "@mm-agent/agent";
import { boundText } from "@mm-agent/core";

/** A prompt of the client, in our words. */
export interface ReadPrompt {
  /** For the model. One single text stands for a prompt in which `@file` is still to be expanded. */
  readonly blocks: readonly UserBlock[];
  /** What the person wrote, with names in the place of attachments. */
  readonly shown: string;
}

/** Reads the blocks of `session/prompt`. What mm or its model cannot take becomes a text that says so. */
export function readPrompt(blocks: readonly ContentBlock[], maxChars: number): ReadPrompt {
  const out: UserBlock[] = [];
  let text = "";
  let shown = "";
  const say = (part: string, name = part): void => {
    text += part;
    shown += name;
  };
  const attach = (block: UserBlock): void => {
    if (text !== "") out.push({ type: "text", text });
    text = "";
    out.push(block);
  };
  for (const block of blocks) {
    if (block.type === "text") say(block.text);
    else if (block.type === "resource_link") say(`${placeOf(block.uri)} `, block.name);
    else if (block.type === "image") {
      const image = toImage(block.data, block.mimeType);
      if (image) attach(image);
      say(image ? "" : "[an image that mm cannot read] ", "[image]");
    } else if (block.type === "resource") {
      const { resource } = block;
      say("", `[${placeOf(resource.uri)}]`);
      attach(toAttachment(resource, maxChars));
    } else say("[a recording: mm cannot listen to audio] ", "[audio]");
  }
  if (text.trim() !== "" || out.length === 0) out.push({ type: "text", text });
  return { blocks: out, shown: shown.trim() };
}

function toImage(data: string, mimeType: string): UserBlock | undefined {
  const checked = checkImage(Buffer.from(data, "base64"));
  return checked.ok ? { type: "image", mimeType: checked.mimeType || mimeType, data } : undefined;
}

function toAttachment(resource: EmbeddedResource["resource"], maxChars: number): UserBlock {
  const place = placeOf(resource.uri);
  if ("text" in resource) {
    const shown = boundText(resource.text, maxChars, "end", "read_file shows the rest");
    return {
      type: "text",
      text: `[Attached by the person: ${place}]\n${shown}${shown.endsWith("\n") ? "" : "\n"}[End of ${place}]`,
    };
  }
  const image = resource.mimeType?.startsWith("image/")
    ? toImage(resource.blob, resource.mimeType)
    : undefined;
  if (image) return image;
  const bytes = Math.floor((resource.blob.length * 3) / 4);
  const type = resource.mimeType ?? "unknown type";
  return {
    type: "text",
    text: `[Attached by the person: ${place}, ${type}, about ${bytes} bytes, not shown]`,
  };
}

/** A file's path with the lines an editor put behind it (`#L10-20`, `#L10:20`), or the address as it is. */
function placeOf(uri: string): string {
  if (!/^file:/i.test(uri)) return uri;
  try {
    const url = new URL(uri);
    const lines = /^#L?(\d+)(?:[-:]L?(\d+))?/i.exec(url.hash);
    url.hash = "";
    url.search = "";
    const path = fileURLToPath(url);
    if (!lines) return path;
    return `${path}:${lines[1]}${lines[2] === undefined ? "" : `-${lines[2]}`}`;
  } catch {
    return uri;
  }
}
