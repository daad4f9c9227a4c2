import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { runtimeOptions } from "./runtime-options.js";

/** `mm acp`: the agent side of the Agent Client Protocol. The runtime is loaded when the editor opens a session. */
export async function runAcpCommand(args: Args, out: Out): Promise<number> {
  if (args.positionals.length > 0) {
    out.stderr(`mm: acp takes no arguments: ${args.positionals.join(" ")}\nTry: mm help acp\n`);
    return EXIT.usage;
  }
  const { runAcp } = await import("@mm-agent/acp");
  const { cwd, version, ...runtime } = runtimeOptions(args);
  return runAcp({ runtime: { ...runtime, version }, version, cwd, unstable: args.flags.unstable ?? false });
}
