import type { PermissionCheck, Plan, Tool } from "../tool/types.js";
import type { Workspace } from "../workspace/types.js";

/**
 * The values that the rules are matched against: what the plan says, else its paths, else its title. A path that leads
 * somewhere else through a link is judged by both names, so that a link cannot get round a rule.
 */
export function permissionChecks(tool: Tool, plan: Plan, workspace: Workspace): PermissionCheck[] {
  const said = plan.permission?.checks ?? fromPaths(tool, plan, workspace);
  return said.flatMap((check) => {
    if (check.type !== "path") return [check];
    const real = realName(check.value, workspace);
    return real === undefined || real === check.value ? [check] : [check, { ...check, value: real }];
  });
}

function fromPaths(tool: Tool, plan: Plan, workspace: Workspace): PermissionCheck[] {
  const paths = plan.paths ?? [];
  if (paths.length === 0) return [{ tool: tool.name, value: plan.title }];
  return paths.map((path) => ({ tool: tool.name, value: workspace.resolve(path).rel, type: "path" }));
}

function realName(path: string, workspace: Workspace): string | undefined {
  try {
    return workspace.resolve(workspace.resolve(path).real).rel;
  } catch {
    // A loop of links leads nowhere; the tool refuses it with a text of its own.
    return undefined;
  }
}
