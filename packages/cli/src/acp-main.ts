import { parseArgs } from "./args/parse-args.js";
import { runAcpCommand } from "./commands/acp.js";
import { leave, watchExits } from "./leave.js";
import { processOut } from "./output/write.js";

/** Starts the agent of editors without loading what a terminal needs; any other wish is left to the program's main way. */
export async function main(argv: readonly string[]): Promise<void> {
  const parsed = parseArgs(argv, ["acp"]);
  if (!parsed.ok || parsed.args.flags.help || parsed.args.flags.version)
    return (await import("./main.js")).main(argv);
  const out = processOut();
  watchExits();
  const code = await runAcpCommand(parsed.args, out);
  await out.flush();
  leave(code);
}
