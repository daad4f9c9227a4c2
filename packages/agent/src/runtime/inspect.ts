import type { PermissionPolicy, Tool, ToolKind } from "@mm-agent/core";

const READING: ReadonlySet<ToolKind> = new Set(["read", "search", "fetch", "think"]);

/** Whether this mm was started to look and never to change anything (`MM_INSPECT=1`). No configuration turns it off. */
export function isInspecting(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["MM_INSPECT"] === "1";
}

/** The tools that only read, search, fetch and think. */
export function readingTools(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter((tool) => READING.has(tool.kind));
}

/** Holds a policy in plan mode, whoever sets another: a call of a reading tool that plans a change is refused as well. */
export function lockReading(policy: PermissionPolicy): void {
  Object.defineProperty(policy, "mode", { get: () => "plan", set: () => {}, enumerable: true });
}
