import type { PlanPermission } from "@mm-agent/core";

/** Anything that could start a second command, expand into one, or write to a file. */
const CHAINS = /[;&|<>()`\n\r]|\$[({'"]/;

/**
 * What permission rules are matched against: the whole command. One that may hold several commands is marked as
 * `unparsed`, so that a rule for its beginning cannot allow the rest.
 */
export function splitChecks(command: string): PlanPermission {
  return {
    subject: "command",
    checks: [{ tool: "bash", value: command }],
    ...(CHAINS.test(command) ? { unparsed: true } : {}),
    remember: [command],
  };
}
