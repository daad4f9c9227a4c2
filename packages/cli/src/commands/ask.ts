import type { Runtime, TurnEnd } from "@mm-agent/agent";
import {
  EVENT_VERSION,
  type CallOutcome,
  type EventBody,
  type MmEvent,
  type TurnEndReason,
} from "@mm-agent/core";
import type { Args } from "../args/parse-args.js";
import { EXIT, exitCodeOf } from "../exit-codes.js";
import { FORMATS, isFormat } from "../output/formats.js";
import type { Out } from "../output/write.js";
import { interruptible } from "./interruptible.js";
import { openCli } from "./open-cli.js";
import { readPrompt } from "./read-prompt.js";

/** `mm --ask <agent> "prompt"`: one question to an agent, the answer on stdout. Nobody can be asked. */
export async function runAskAgent(args: Args, out: Out): Promise<number> {
  const agent = args.flags.ask ?? "";
  const format = args.flags["output-format"] ?? "text";
  if (!isFormat(format)) {
    out.stderr(`mm: --output-format ${format} is unknown; it is one of ${Object.keys(FORMATS).join(", ")}\n`);
    return EXIT.usage;
  }
  const prompt = await readPrompt(args, out, `--ask ${agent}`);
  if (prompt === undefined) return EXIT.usage;
  // Who types the command means it; what the agent then does is judged by the mode.
  const allowed = { ...args, flags: { ...args.flags, allow: [...(args.flags.allow ?? []), "ask_agent"] } };
  const runtime = await openCli(allowed, out);
  if (!runtime) return EXIT.usage;
  try {
    if (!runtime.tools.some(({ name }) => name === "ask_agent")) {
      const reason = runtime.plugins.find(({ name }) => name === "ask")?.reason ?? "ask_agent is not loaded";
      out.stderr(`mm: there is no agent to ask: ${reason}\n`);
      return EXIT.usage;
    }
    return await askAgent(runtime, { agent, prompt, format }, out);
  } finally {
    await runtime.dispose();
  }
}

interface Asking {
  readonly agent: string;
  readonly prompt: string;
  readonly format: keyof typeof FORMATS;
}

async function askAgent(runtime: Runtime, { agent, prompt, format }: Asking, out: Out): Promise<number> {
  const began = performance.now();
  const about = { id: runtime.id, provider: { name: "ask_agent", model: agent }, errors: [] };
  const writer = FORMATS[format](out, about, runtime.redactor);
  let seq = 0;
  const tell = (body: EventBody & { readonly agent?: readonly string[] }): void => {
    const event: MmEvent = {
      ...body,
      v: EVENT_VERSION,
      seq: (seq += 1),
      at: new Date().toISOString(),
      session: runtime.id,
      turn: 1,
    };
    const shown = format === "stream-json" ? event : asOwn(event, agent);
    if (shown) writer.event(shown);
  };
  const abort = new AbortController();
  const dispatcher = runtime.openDispatcher(tell);
  tell({ type: "turn.start", prompt });
  const call = { callId: "call_1", name: "ask_agent", input: { agent, prompt }, origin: "user" } as const;
  const turn = await interruptible(
    out,
    () => abort.abort(),
    () => dispatcher.run([call], abort.signal),
  );
  const [outcome] = turn.value;
  if (!outcome) return EXIT.failed;
  const end = toEnd(outcome, performance.now() - began);
  const { code } = outcome.result;
  const usage = code === "not_found" || code === "invalid_input";
  const exit =
    end.reason === "cancelled"
      ? (turn.code ?? EXIT.interrupted)
      : usage
        ? EXIT.usage
        : exitCodeOf(end.reason);
  const { reason, counters, message } = end;
  tell({ type: "turn.end", reason, counters, ...(message === undefined ? {} : { message }) });
  writer.end(end, exit);
  return exit;
}

/** The asked agent's events as those of a session of its own; the call that asks is not shown. */
function asOwn(event: MmEvent, agent: string): MmEvent | undefined {
  const [first, ...below] = event.agent ?? [];
  if (first === agent) return { ...event, agent: below };
  return event.type.startsWith("tool.") ? undefined : event;
}

const REASONS: Readonly<Record<string, TurnEndReason>> = {
  answered: "done",
  cancelled: "cancelled",
  silent: "watchdog",
  limit: "max_turns",
};

function toEnd({ result, tool }: CallOutcome, ms: number): TurnEnd {
  const { stop = "", said = "" } = (result.data ?? {}) as { stop?: string; said?: string };
  const ok = result.ok ?? true;
  const reason = result.code === "cancelled" ? "cancelled" : (REASONS[stop] ?? (ok ? "done" : "error"));
  const text = ok ? result.text : said;
  return {
    reason,
    text,
    ...(ok ? {} : { message: result.text.slice(text === "" ? 0 : text.length).trim() }),
    counters: {
      requests: 0,
      calls: 1,
      byLabel: [{ icon: "🗣", label: tool === "ask_agent" ? "agent(s) asked" : tool, count: 1 }],
      usage: { input: 0, output: 0 },
      ms: Math.round(ms),
    },
  };
}
