import { escapePattern } from "@mm-agent/core";
import type { PlanPermission } from "@mm-agent/core";

/** Rules see the path relative to the session's folder; "always" stores exactly that path. */
export function permissionOf(tool: string, rel: string): PlanPermission {
  return { checks: [{ tool, value: rel, type: "path" }], remember: [escapePattern(rel)] };
}
