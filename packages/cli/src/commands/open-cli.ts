import { openRuntime, type Runtime } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import type { Out } from "../output/write.js";
import { runtimeOptions } from "./runtime-options.js";

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
