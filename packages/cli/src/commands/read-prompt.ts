import type { Args } from "../args/parse-args.js";
import { readStdin } from "../input/read-stdin.js";
import type { Out } from "../output/write.js";

/** The prompt of a one-shot run: the words of the command line, then what is piped in. Undefined: there is none, and that was said. */
export async function readPrompt(args: Args, out: Out, flag: string): Promise<string | undefined> {
  const given = args.positionals.join(" ").trim();
  const piped = await readStdin({ optional: given !== "", notice: (text) => out.stderr(`mm: ${text}\n`) });
  const prompt = [given, piped.trim()].filter((part) => part !== "").join("\n\n");
  if (prompt !== "") return prompt;
  out.stderr(
    `mm: there is no prompt. Give one: mm ${flag} "what to do", or pipe it in: mm ${flag} < file\nTry: mm --help\n`,
  );
  return undefined;
}
