import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { runtimeOptions } from "./open-cli.js";

/** `mm acp`: the agent side of the Agent Client Protocol. The runtime is loaded when the editor opens a session. */
export async function runAcpCommand(args: Args, out: Out): Promise<number> {
  if (args.positionals.length > 0) {
    out.stderr(`mm: acp takes no arguments: ${args.positionals.join(" ")}\nTry: mm help acp\n`);
    return EXIT.usage;
  }
  const { runAcp } = await import("@mm-agent/acp");
  return runAcp({
    version: version(),
    cwd: args.flags.cwd ?? process.cwd(),
    env: { ...process.env },
    config: args.flags.config,
    unstable: args.flags.unstable ?? false,
    runtime: () => Promise.resolve(runtimeOptions(args)),
  });
}
