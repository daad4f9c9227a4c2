import { createInterface } from "node:readline";
import type { Runtime } from "@mm-agent/agent";
import { visible, type CallOutcome, type FileChange } from "@mm-agent/core";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import { readStdin } from "../input/read-stdin.js";
import type { Out } from "../output/write.js";
import { interruptible } from "./interruptible.js";
import { openCli } from "./open-cli.js";

/** `mm call`: one tool, or a batch of them, through the whole dispatcher and without a model. */
export async function runCall(args: Args, out: Out): Promise<number> {
  const [tool, json, ...more] = args.positionals;
  if (args.flags.batch ? tool !== undefined : tool === undefined || json === undefined || more.length > 0) {
    out.stderr("mm: usage: mm call <tool> '<json>'   or   mm call --batch < lines\nTry: mm help call\n");
    return EXIT.usage;
  }
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  const abort = new AbortController();
  try {
    const work = args.flags.batch
      ? () => runBatch(runtime, out, abort.signal)
      : () => runOne(runtime, out, args, abort.signal);
    const { value, code } = await interruptible(out, () => abort.abort(), work);
    return code ?? value;
  } finally {
    await runtime.dispose();
  }
}

async function runOne(runtime: Runtime, out: Out, args: Args, signal: AbortSignal): Promise<number> {
  const [tool = "", json] = args.positionals;
  const dispatcher = runtime.openDispatcher((event) => {
    if (event.type === "notice") out.stderr(`mm: ${visible(event.text)}\n`);
  });
  const notice = (text: string): void => out.stderr(`mm: ${text}\n`);
  const input = json === "-" ? await readStdin({ optional: false, notice }) : json;
  const [outcome] = await dispatcher.run([{ callId: "call_1", name: tool, input, origin: "user" }], signal);
  if (!outcome) return EXIT.failed;
  const { text } = outcome.result;
  if (args.flags.json) out.stdout(`${JSON.stringify(fullResult(outcome), null, 2)}\n`);
  else out.stdout(text === "" || text.endsWith("\n") ? text : `${text}\n`);
  return (outcome.result.ok ?? true) ? EXIT.ok : EXIT.failed;
}

/** One result line for each input line, in order; nothing else on stdout. */
async function runBatch(runtime: Runtime, out: Out, signal: AbortSignal): Promise<number> {
  const dispatcher = runtime.openDispatcher(() => {});
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
  let count = 0;
  try {
    for await (const line of lines) {
      const text = line.replace(/^\uFEFF/, "");
      if (text.trim() === "") continue;
      count += 1;
      const request = readLine(text);
      if (typeof request === "string") {
        out.stdout(
          `${JSON.stringify({ tool: null, ok: false, code: "invalid_input", text: request, title: "", kind: "other", changes: [], locations: [], ms: 0 })}\n`,
        );
        continue;
      }
      const [outcome] = await dispatcher.run(
        [{ callId: `call_${count}`, name: request.tool, input: request.input, origin: "user" }],
        signal,
      );
      if (outcome) out.stdout(`${JSON.stringify(lineResult(outcome))}\n`);
      if (signal.aborted) return EXIT.interrupted;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? EXIT.interrupted : EXIT.ok;
}

function readLine(line: string): { readonly tool: string; readonly input: unknown } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `[mm call: the line is not JSON: ${error instanceof Error ? error.message : String(error)}]`;
  }
  const { tool, input } = (value ?? {}) as { tool?: unknown; input?: unknown };
  if (typeof tool !== "string") return '[mm call: the line needs {"tool": "<name>", "input": {…}}]';
  return { tool, input: input ?? {} };
}

function lineResult({ tool, title, kind, ms, result }: CallOutcome): Record<string, unknown> {
  const { ok = true, code, text, changes = [], locations = [] } = result;
  return {
    tool,
    ok,
    code: code ?? null,
    text,
    title,
    kind,
    changes: changes.map(withoutContents),
    locations,
    ms,
  };
}

/** The texts of whole files stay out; the patch says the same in short. */
function withoutContents({ path, patch, added, removed }: FileChange): FileChange {
  return { path, patch, added, removed };
}

function fullResult(outcome: CallOutcome): Record<string, unknown> {
  const { display, data } = outcome.result;
  return {
    ...lineResult(outcome),
    input: outcome.input,
    ...(display ? { display } : {}),
    ...(data === undefined ? {} : { data }),
  };
}
