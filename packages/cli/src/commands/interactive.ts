import { constants } from "node:os";
import { openRuntime, type EffectiveConfig } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import { leave } from "../leave.js";
import type { Out } from "../output/write.js";
import type { OpenedWindow } from "../window/open-window.js";
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
  // Node gives the modes back for SIGTERM and SIGINT by itself. The front end takes this one over.
  const onHangup = (): never => leave(128 + constants.signals.SIGHUP);
  process.once("SIGHUP", onHangup);
  let window: OpenedWindow | undefined;
  let why: string | undefined;
  const opened = await openRuntime({
    ...runtimeOptions(args),
    // The first frame does not wait for the plugins.
    async configured(config, cwd) {
      if (!wantsWindow(args, config, dumb)) return;
      try {
        const { openWindow } = await import("../window/open-window.js");
        window = openWindow(config, cwd, out);
        process.off("SIGHUP", onHangup);
      } catch (error) {
        const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
        why = `The window cannot be opened here (${reason}), so this is line mode.`;
      }
    },
  });
  if (!opened.ok) {
    if (window) window.close();
    else if (!dumb) process.stdin.setRawMode(false);
    out.stderr(`mm: ${opened.text}\n`);
    return EXIT.usage;
  }
  if (window) return window.run(opened.runtime, args);
  process.off("SIGHUP", onHangup);
  const { runLineMode } = await import("../line/line-mode.js");
  return runLineMode(opened.runtime, args, out, why);
}

function wantsWindow(args: Args, config: EffectiveConfig, dumb: boolean): boolean {
  return !args.flags.line && !dumb && config.ui !== "line" && !config.screenReader;
}
