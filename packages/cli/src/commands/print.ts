import type { Args } from "../args/parse-args.js";
import { EXIT, exitCodeOf } from "../exit-codes.js";
import { FORMATS, isFormat } from "../output/formats.js";
import type { Out } from "../output/write.js";
import { interruptible } from "./interruptible.js";
import { openCli } from "./open-cli.js";
import { readPrompt } from "./read-prompt.js";

/** `mm -p`: one turn, the answer on stdout, everything else on stderr. Nobody can be asked. */
export async function runPrint(args: Args, out: Out): Promise<number> {
  const format = args.flags["output-format"] ?? "text";
  if (!isFormat(format)) {
    out.stderr(`mm: --output-format ${format} is unknown; it is one of ${Object.keys(FORMATS).join(", ")}\n`);
    return EXIT.usage;
  }
  const prompt = await readPrompt(args, out, "-p");
  if (prompt === undefined) return EXIT.usage;

  const resume = args.flags.continue ? "latest" : args.flags.resume;
  if (resume === "") {
    out.stderr("mm: --resume needs the id of a session with -p; mm sessions list shows them\n");
    return EXIT.usage;
  }
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  try {
    const opened = await runtime.openSession(resume === undefined ? {} : { resume });
    if (!opened.ok) {
      out.stderr(`mm: ${opened.text}\n`);
      return EXIT.usage;
    }
    const { session } = opened;
    const writer = FORMATS[format](out, session, runtime.redactor);
    const unsubscribe = session.subscribe(writer.event);
    const turn = await interruptible(
      out,
      () => void session.cancel(),
      () => session.prompt(prompt),
    );
    unsubscribe();
    const end = turn.value;
    const code = end.reason === "cancelled" ? (turn.code ?? EXIT.interrupted) : exitCodeOf(end.reason);
    writer.end(end, code);
    await session.dispose();
    return code;
  } finally {
    await runtime.dispose();
  }
}
