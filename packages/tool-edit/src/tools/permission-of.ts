import { escapePattern } from "@mm-agent/core";
import type { PlanPermission } from "@mm-agent/core";

/**
 * Rules see the path relative to the session's folder; "always" stores exactly that path. Diffs, excerpts and refusals
 * reveal what is in a file, so whoever may not read it may not write or edit it either.
 */
export function permissionOf(tool: string, rel: string): PlanPermission {
  const check = { tool, value: rel, type: "path" } as const;
  const reads = { ...check, tool: "read_file", only: "deny" } as const;
  return { checks: tool === "read_file" ? [check] : [check, reads], remember: [escapePattern(rel)] };
}
