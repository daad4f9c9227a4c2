import { diffLines, formatPatch, type FileChange, type ToolKind } from "@mm-agent/core";
import type { CallContent, CallKind } from "../client/protocol.js";

const KINDS: Readonly<Record<string, ToolKind>> = {
  read: "read",
  edit: "edit",
  delete: "delete",
  move: "move",
  search: "search",
  execute: "execute",
  think: "think",
  fetch: "fetch",
};

/** `ask` is no kind of the protocol; another mm is known to ask by the name of its tool. */
export function toKind(kind: CallKind | null | undefined, tool?: string | null): ToolKind {
  if (tool === "ask_agent") return "ask";
  return (kind && KINDS[kind]) || "other";
}

/** The title without what the front end puts before it anyway: the tool's name, the agents below. */
export function bareTitle(title: string, tool: string | undefined, path: readonly string[]): string {
  const agents = path.length > 0 ? `${path.join(" · ")} · ` : "";
  if (agents !== "" && title.startsWith(agents)) return title.slice(agents.length);
  const name = tool === undefined ? "" : `${tool}: `;
  return name !== "" && title.startsWith(name) ? title.slice(name.length) : title;
}

/** Diffs of a call as changes. */
export function toChanges(content: readonly CallContent[] | null | undefined): FileChange[] {
  return (content ?? []).flatMap((part) => {
    if (part.type !== "diff") return [];
    const { hunks, added, removed } = diffLines(part.oldText ?? "", part.newText);
    return [{ path: part.path, patch: formatPatch(hunks), added, removed }];
  });
}

/** What a call shows beside its diffs, as plain text. */
export function toText(content: readonly CallContent[] | null | undefined): string {
  return (content ?? [])
    .flatMap((part) =>
      part.type === "content" && part.content.type === "text" ? [unfenced(part.content.text)] : [],
    )
    .join("\n");
}

/** Output comes fenced, because editors draw it as Markdown. */
function unfenced(text: string): string {
  const found = /^\s*(`{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(text);
  return found?.[2] ?? text;
}
