import { runAcp } from "@mm-agent/acp";
import { version } from "./version.js";

/**
 * What editors start: `mm -acp` without further options. It answers before the runtime is loaded, and shares no module
 * with the program's main way, so that neither loads more files for the other's sake.
 */
export async function main(): Promise<void> {
  let leave = (code: number): never => process.exit(code);
  const code = await runAcp({
    version: version(),
    cwd: process.cwd(),
    env: { ...process.env },
    runtime: async () => {
      const { leave: leaveWatched, runtimeOptions, watchExits } = await import("./main.js");
      leave = leaveWatched;
      watchExits();
      return runtimeOptions({ positionals: [], flags: {} });
    },
  });
  leave(code);
}
