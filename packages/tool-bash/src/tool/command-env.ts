import { onlyStrings } from "./settings.js";

/** What keeps programs from waiting for a person: no pager, no prompt of git or apt, no cursor tricks. */
const FIXED = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  DEBIAN_FRONTEND: "noninteractive",
  MM_AGENT: "1",
} as const;

/** These make a fresh bash run a file or change its options before the command. */
const DROPPED = ["BASH_ENV", "SHELLOPTS", "BASHOPTS"] as const;

/**
 * The environment of a command: the session's, the fixed variables, then the configured ones. An editor that waits
 * for a terminal is kept away from git unless one was chosen; `CI` and git's configuration are left as they are.
 */
export function commandEnv(
  session: Readonly<Record<string, unknown>>,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const env = onlyStrings(session);
  for (const name of DROPPED) delete env[name];
  const hasEditor = ["GIT_EDITOR", "VISUAL", "EDITOR"].some(
    (name) => env[name] !== undefined && env[name] !== "",
  );
  return { ...env, ...FIXED, ...(hasEditor ? {} : { GIT_EDITOR: "true" }), ...configured };
}
