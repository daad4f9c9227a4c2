import type { Session } from "@mm-agent/agent";
import type { Block } from "@mm-agent/core";
import { fence } from "../updates/fence.js";

/** What a line that begins with a slash came to: Markdown for the person, and perhaps a prompt to go on with. */
export interface CommandEnd {
  readonly say: string;
  readonly prompt?: string;
}

const INSTEAD: Readonly<Record<string, string>> = {
  exit: "This conversation ends when you close it in your editor.",
  abort: "Your editor's stop button ends a running turn.",
  resume: "Your editor lists earlier conversations of this folder; choose one there.",
  sessions: "Your editor lists earlier conversations of this folder; choose one there.",
};

/** Runs a slash command of the session; undefined when the line is an ordinary prompt. */
export async function runCommand(session: Session, line: string): Promise<CommandEnd | undefined> {
  const name = /^\/(\S+)/.exec(line)?.[1] ?? "";
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  if (instead !== undefined) return { say: instead };
  const reply = await session.command(line);
  if (reply.kind === "prompt") return undefined;
  if (reply.kind === "unknown") return { say: reply.text };
  const parts = reply.print.map(toMarkdown);
  // The choices repeat what was printed; the lines that choose are what is new.
  if (reply.choices && reply.choices.length > 0)
    parts.push(reply.choices.map(({ line }) => `- \`${line}\``).join("\n"));
  return {
    say: parts.filter((part) => part !== "").join("\n\n"),
    ...(reply.prompt === undefined ? {} : { prompt: reply.prompt }),
  };
}

function toMarkdown(block: Block): string {
  if (block.type === "diff") return fence(block.change.patch, "diff");
  if (block.type === "markdown") return block.text;
  return fence(block.type === "terminal" ? block.chunk : block.text);
}
