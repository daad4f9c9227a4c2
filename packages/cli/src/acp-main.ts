import { runAcp } from "@mm-agent/acp";
import { version } from "./version.js";

/**
 * What editors start: `mm -acp` without further options. It answers before the runtime is loaded, and shares no module
 * with the program's main way, so that neither loads more files for the other's sake.
 */
export async function main(): Promise<void> {
  const code = await runAcp({
    version: version(),
    cwd: process.cwd(),
    env: { ...process.env },
    runtime: async () => {
      const { runtimeOptions, watchExits } = await import("./main.js");
      watchExits();
      return runtimeOptions({ positionals: [], flags: {} });
    },
  });
  const { leave } = await import("./main.js");
  leave(code);
}
