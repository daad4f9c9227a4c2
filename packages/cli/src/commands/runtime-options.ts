import { scrubEnv, type OpenOptions } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { BUILTIN } from "../builtin.js";
import { version } from "../version.js";

/** What a command line asks of the runtime. */
export function runtimeOptions({ flags }: Args): OpenOptions {
  return {
    cwd: flags.cwd ?? process.cwd(),
    env: takeKeys(),
    version: version(),
    builtin: BUILTIN,
    self: { command: process.execPath, args: [process.argv[1] ?? "mm"] },
    trust: flags.trust ?? false,
    flags: {
      ...(flags.config === undefined ? {} : { config: flags.config }),
      ...(flags.provider === undefined ? {} : { provider: flags.provider }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(flags["base-url"] === undefined ? {} : { baseUrl: flags["base-url"] }),
      ...(flags.yolo === undefined ? {} : { yolo: flags.yolo }),
      ...(flags.mode === undefined ? {} : { mode: flags.mode }),
      ...(flags.allow === undefined ? {} : { allow: flags.allow }),
      ...(flags.deny === undefined ? {} : { deny: flags.deny }),
      ...(flags["max-turns"] === undefined ? {} : { maxTurns: flags["max-turns"] }),
    },
  };
}

let environment: Readonly<Record<string, string | undefined>> | undefined;

/** A copy of the environment. The keys leave the process's own one, where every plugin and its children could read them. */
function takeKeys(): Readonly<Record<string, string | undefined>> {
  if (environment) return environment;
  const env = { ...process.env };
  const harmless = scrubEnv(env, { model: {} });
  for (const name of Object.keys(env)) if (!Object.hasOwn(harmless, name)) delete process.env[name];
  environment = env;
  return env;
}
