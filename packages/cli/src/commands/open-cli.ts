import { openRuntime, scrubEnv, type OpenOptions, type Runtime } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { BUILTIN } from "../builtin.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";

/** Opens the runtime for a command line; on failure prints why and gives undefined. Warnings go to stderr once. */
export async function openCli(args: Args, out: Out): Promise<Runtime | undefined> {
  const opened = await openRuntime(runtimeOptions(args));
  if (!opened.ok) {
    out.stderr(`mm: ${opened.text}\n`);
    return undefined;
  }
  for (const warning of opened.runtime.warnings) out.stderr(`mm: warning: ${warning}\n`);
  return opened.runtime;
}

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
