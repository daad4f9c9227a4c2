import type { Host, Rule } from "@mm-agent/core";
import type { OpenOptions } from "./types.js";

/**
 * How another mm is started from this one. What denies here denies there too, whichever file or flag it came from; trust
 * that was given for this run holds as well.
 */
export function selfSpawner(options: OpenOptions, rules: readonly Rule[]): Host["spawnSelf"] {
  const { flags, self, trust } = options;
  const denials = rules
    .filter((rule) => rule.decision === "deny")
    .flatMap((rule) => ["--deny", `${rule.tool}:${rule.pattern}`]);
  const model = [
    ...(flags.provider === undefined ? [] : ["--provider", flags.provider]),
    ...(flags.model === undefined ? [] : ["--model", flags.model]),
    ...(flags.baseUrl === undefined ? [] : ["--base-url", flags.baseUrl]),
  ];
  const config = flags.config === undefined ? [] : ["--config", flags.config];
  return (args, { inherit } = {}) => ({
    command: self.command,
    args: [
      ...self.args,
      ...args,
      ...(trust === true ? ["--trust"] : []),
      ...denials,
      ...(inherit === undefined ? [] : model),
      ...(inherit === "settings" ? config : []),
    ],
    env: Object.fromEntries(
      Object.entries(options.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
}
