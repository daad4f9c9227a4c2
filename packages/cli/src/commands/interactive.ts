import { openRuntime, type EffectiveConfig } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { runtimeOptions } from "./open-cli.js";

/** `mm` on a terminal: the window, or line mode where that was asked for or is all the terminal can do. */
export async function runInteractive(args: Args, out: Out): Promise<number> {
  const format = args.flags["output-format"];
  if (format !== undefined || args.flags.json) {
    out.stderr(`mm: ${format === undefined ? "--json" : "--output-format"} needs -p\nTry: mm --help\n`);
    return EXIT.usage;
  }
  const dumb = process.env["TERM"] === "dumb";
  // From here on the terminal neither shows nor changes what is typed while mm starts.
  if (!dumb) process.stdin.setRawMode(true);
  const opened = await openRuntime(runtimeOptions(args));
  if (!opened.ok) {
    if (!dumb) process.stdin.setRawMode(false);
    out.stderr(`mm: ${opened.text}\n`);
    return EXIT.usage;
  }
  const { runtime } = opened;
  let why: string | undefined;
  if (wantsWindow(args, runtime.config, dumb)) {
    const loaded = await loadWindow();
    if (loaded.ok) return loaded.openWindow(runtime, args, out);
    why = `The window cannot be opened here (${loaded.reason}), so this is line mode.`;
  }
  const { runLineMode } = await import("../line/line-mode.js");
  return runLineMode(runtime, args, out, why);
}

function wantsWindow(args: Args, config: EffectiveConfig, dumb: boolean): boolean {
  return !args.flags.line && !dumb && config.ui !== "line" && !config.screenReader;
}

async function loadWindow(): Promise<
  | { readonly ok: true; readonly openWindow: typeof import("../window/open-window.js").openWindow }
  | { readonly ok: false; readonly reason: string }
> {
  try {
    const { openWindow } = await import("../window/open-window.js");
    return { ok: true, openWindow };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
    };
  }
}
