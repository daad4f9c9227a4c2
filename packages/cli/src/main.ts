import { ASK, COMMANDS, INTERACTIVE, PRINT } from "./commands/table.js";
import { helpFor } from "./help.js";
import { parseArgs, nearest } from "./args/parse-args.js";
import { EXIT } from "./exit-codes.js";
import { leave, watchExits } from "./leave.js";
import { processOut, type Out } from "./output/write.js";
import { isInteractive } from "./ui.js";
import { version } from "./version.js";

// What the start for editors takes from here, once a session needs the runtime.
export { runtimeOptions } from "./commands/open-cli.js";
export { leave, watchExits } from "./leave.js";

/** Runs mm and ends the process with a documented exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const out = processOut();
  watchExits();
  let code: number;
  try {
    code = await route(argv, out);
  } catch (error) {
    // Whatever reaches this point is a bug of ours; the person still gets one readable line and a stack to report.
    out.stderr(
      `mm: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    code = EXIT.failed;
  }
  await out.flush();
  if (out.failure !== undefined) {
    out.stderr(`mm: the output could not be written: ${out.failure}\n`);
    leave(EXIT.failed);
  }
  leave(code);
}

async function route(argv: readonly string[], out: Out): Promise<number> {
  const parsed = parseArgs(argv, [...Object.keys(COMMANDS), "help", "version"]);
  if (!parsed.ok) return usage(out, parsed.text);
  const { args } = parsed;
  if (args.flags.version || args.command === "version") {
    out.stdout(`mm ${version()}\n`);
    return EXIT.ok;
  }
  if (args.flags.help || args.command === "help") {
    out.stdout(helpFor(args.command === "help" ? args.positionals[0] : args.command));
    return EXIT.ok;
  }
  if (args.flags.cwd === undefined && !hasWorkingFolder())
    return usage(
      out,
      "the working folder does not exist any more; change to another one, or name one with -C",
    );
  const command = args.command ?? (args.flags.acp ? "acp" : undefined);
  if (command !== undefined) {
    const load = COMMANDS[command];
    if (!load) return usage(out, `unknown command ${command}`);
    return (await load())(args, out);
  }
  const [word, ...more] = args.positionals;
  if (
    word !== undefined &&
    more.length === 0 &&
    !args.flags.print &&
    args.flags.ask === undefined &&
    /^[a-z-]+$/.test(word)
  ) {
    const near = nearest(word, Object.keys(COMMANDS));
    if (near !== undefined)
      return usage(
        out,
        `unknown command ${word}; did you mean mm ${near}? To send it as a prompt: mm -p ${word}`,
      );
  }
  if (args.flags.ask !== undefined) return (await ASK())(args, out);
  // Without two terminals nobody can be talked to: one turn, or a usage error when there is no prompt either.
  if (!args.flags.print && isInteractive()) return (await INTERACTIVE())(args, out);
  return (await PRINT())(args, out);
}

function hasWorkingFolder(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    return false;
  }
}

function usage(out: Out, text: string): number {
  out.stderr(`mm: ${text}\nTry: mm --help\n`);
  return EXIT.usage;
}
