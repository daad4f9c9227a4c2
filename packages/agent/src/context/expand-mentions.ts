import { boundText, WorkspaceError, type Workspace } from "@mm-agent/core";
import type { UserBlock } from "../provider/types.js";
import { findMentions, type Mention } from "./find-mentions.js";
import { checkImage, looksLikeImage } from "./image.js";

export interface ExpandOptions {
  readonly workspace: Workspace;
  /** Characters of one attachment. */
  readonly maxChars: number;
  /** False: the model takes none. */
  readonly images: boolean | "unknown";
  /** Ends the reading: an editor that serves a file may never answer. */
  readonly signal?: AbortSignal;
}

/** Bytes of a file that are looked at. */
const MOST_BYTES = 8_000_000;

/**
 * The blocks of a prompt: its text, then one attachment for each file it mentions. `notices` say what could not be
 * attached; a mention that is no file of this folder stays ordinary text.
 */
export async function expandMentions(
  text: string,
  options: ExpandOptions,
): Promise<{ readonly blocks: readonly UserBlock[]; readonly notices: readonly string[] }> {
  const blocks: UserBlock[] = [{ type: "text", text }];
  const notices: string[] = [];
  if (!text.includes("@")) return { blocks, notices };
  for (const mention of findMentions(text)) {
    if (options.signal?.aborted) break;
    try {
      const block = await attach(mention, options);
      if (block) blocks.push(block);
      else if (mention.sure) notices.push(`@${mention.paths[0]} is not attached: there is no such file`);
    } catch (error) {
      notices.push(
        `@${mention.paths[0]} is not attached: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { blocks, notices };
}

async function attach(mention: Mention, options: ExpandOptions): Promise<UserBlock | undefined> {
  const { workspace, maxChars } = options;
  for (const path of mention.paths) {
    const stat = await workspace.stat(path).catch((error: unknown) => {
      if (error instanceof WorkspaceError && error.code === "denied") throw error;
      return null;
    });
    if (!stat || stat.kind === "other") continue;
    const { rel } = workspace.resolve(path);
    if (stat.kind === "directory") {
      const entries = await workspace.list(path);
      const names = entries.map(({ name, kind }) => (kind === "directory" ? `${name}/` : name));
      return attachment(
        rel === "" ? "." : rel,
        "folder",
        boundText(names.join("\n"), maxChars, "end", "list_files shows the rest"),
      );
    }
    if (mention.lines) {
      const { from, to } = mention.lines;
      const lines = await workspace.readLines(path, from, to, options.signal);
      if (lines.from === 0)
        throw new Error(`it has ${lines.total === undefined ? "fewer" : `only ${lines.total}`} lines`);
      return attachment(
        rel,
        `lines ${lines.from}-${lines.to}`,
        boundText(lines.text, maxChars, "end", "read_file shows the rest"),
      );
    }
    if (stat.size > MOST_BYTES)
      throw new Error(`it has ${stat.size} bytes; name a part of it, for example @${path}:1-200`);
    const bytes = await workspace.readBytes(path, options.signal);
    if (looksLikeImage(bytes, path)) return image(bytes, options.images);
    return attachment(
      rel,
      "whole file",
      boundText(
        await workspace.readText(path, options.signal),
        maxChars,
        "end",
        `read_file, or a mention such as @${path}:1-200, shows other parts`,
      ),
    );
  }
  return undefined;
}

function image(bytes: Uint8Array, takesImages: boolean | "unknown"): UserBlock {
  if (takesImages === false) throw new Error("the model takes no images");
  const checked = checkImage(bytes);
  if (!checked.ok) throw new Error(checked.text);
  return { type: "image", mimeType: checked.mimeType, data: Buffer.from(bytes).toString("base64") };
}

function attachment(path: string, part: string, text: string): UserBlock {
  return {
    type: "text",
    text: `[Attached by the person: ${path} (${part})]\n${text}${text.endsWith("\n") || text === "" ? "" : "\n"}[End of ${path}]`,
  };
}
