import type { SessionCommand } from "./types.js";

export const permissionsCommand: SessionCommand = {
  name: "permissions",
  description: "The rules in effect; revoke takes a remembered answer back",
  hint: "[revoke <tool>: <pattern>]",
  async run(args, { session, facts, options }) {
    const permissions = facts?.permissions;
    const rules = permissions?.list() ?? [...options.policy.rules, ...options.policy.remembered()];
    const revoke = /^revoke\s+([^\s:]+)(?::\s*|\s+)([\s\S]+)$/.exec(args);
    if (revoke) {
      const [, tool = "", pattern = ""] = revoke;
      const gone = (await permissions?.revoke(tool, pattern)) ?? 0;
      return gone > 0
        ? { text: `No longer remembered: ${tool}: ${pattern}` }
        : { ok: false, text: `There is no remembered answer ${tool}: ${pattern}` };
    }
    if (args !== "")
      return { ok: false, text: "usage: /permissions, or /permissions revoke <tool>: <pattern>" };
    const lines = rules.map(
      ({ tool, pattern, decision, source }) => `${decision.padEnd(5)}  ${tool}: ${pattern}  (${source})`,
    );
    const remembered = options.policy.remembered();
    return {
      text: [`mode ${session.mode}`, ...lines].join("\n"),
      choices: remembered.map(({ tool, pattern }) => ({
        label: `revoke ${tool}: ${pattern}`,
        line: `/permissions revoke ${tool}: ${pattern}`,
      })),
    };
  },
};
