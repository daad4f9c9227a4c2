import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { openCli } from "./open-cli.js";

/** `mm config`: the settings in effect and where each comes from; secrets are hidden. */
export async function runConfig(args: Args, out: Out): Promise<number> {
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  const rows = runtime.describe();
  if (args.flags.json) out.stdout(`${JSON.stringify(rows, null, 2)}\n`);
  else {
    const width = Math.max(...rows.map((row) => row.key.length));
    for (const { key, value, source } of rows) out.stdout(`${key.padEnd(width)}  ${value}  (${source})\n`);
  }
  await runtime.dispose();
  return EXIT.ok;
}
