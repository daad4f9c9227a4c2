import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";

/** `mm` on a terminal. Line mode is the one interactive front end so far; the window will be chosen here. */
export async function runInteractive(args: Args, out: Out): Promise<number> {
  const format = args.flags["output-format"];
  if (format !== undefined || args.flags.json) {
    out.stderr(`mm: ${format === undefined ? "--json" : "--output-format"} needs -p\nTry: mm --help\n`);
    return EXIT.usage;
  }
  const { runLineMode } = await import("../line/line-mode.js");
  return runLineMode(args, out);
}
