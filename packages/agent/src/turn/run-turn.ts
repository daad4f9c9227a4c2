import { boundText, type CallOutcome, type Result, type TurnEndReason, type Usage } from "@mm-agent/core";
import type { AssistantMessage } from "../provider/types.js";
import { createCounters } from "./counters.js";
import { requestReply } from "./request-reply.js";
import type { Prompt, Reply, ReplyCall, TurnContext, TurnEnd } from "./types.js";

/** Cut answers in a row after which the model will not learn any more. */
const CUT_ANSWERS = 3;

/**
 * Runs one turn: asks the model, runs its calls, and goes on until it answers without a call or a limit is reached.
 * The history is valid at every moment: each call that is appended gets its result, also after a cancel.
 */
export async function runTurn(context: TurnContext, prompt: Prompt, signal: AbortSignal): Promise<TurnEnd> {
  const counters = createCounters();
  context.emit({ type: "turn.start", prompt: prompt.shown });
  await context.append({ role: "user", blocks: prompt.blocks }, { prompt: prompt.shown });
  let text = "";
  let cutAnswers = 0;

  const end = (reason: TurnEndReason, message?: string): TurnEnd => {
    const about = message === undefined ? {} : { message };
    const counted = counters.read();
    context.emit({ type: "turn.end", reason, counters: counted, ...about });
    return { reason, text, counters: counted, ...about };
  };
  const fail = (reason: TurnEndReason, message: string, errorClass?: string): TurnEnd => {
    context.fail(reason === "error" ? "provider" : "generation", message, errorClass);
    return end(reason, message);
  };

  for (let requests = 0; ; requests += 1) {
    if (signal.aborted) return end("cancelled");
    if (requests >= context.limits.maxTurns)
      return fail(
        "max_turns",
        `[error: ${requests} model requests in one turn (maxTurns) — turn stopped; say "continue" to go on, or raise maxTurns]`,
      );
    await takeSteering(context);

    counters.request();
    const reply = await requestReply(context, signal);
    const said = answerText(reply.message);
    if (said !== "") text = said;
    if (reply.kind !== "done") {
      await keepPartial(context, reply);
      if (reply.kind === "failed" && reply.class === "overflow")
        return fail("error", await overflowText(context, reply.text), reply.class);
      if (reply.kind === "failed" && reply.class === "bad_request" && (await dropImages(context)))
        return fail(
          "error",
          `${reply.text} — your message was taken out of the conversation again, because of its image`,
          reply.class,
        );
      if (reply.kind === "failed")
        return fail(reply.class === "length" ? "length" : "error", reply.text, reply.class);
      if (reply.reason === "cancelled") return end("cancelled");
      return fail(reply.reason, reply.text);
    }
    if (reply.usage) report(context, counters.use(reply.usage), reply.usage);
    await context.append(reply.message, {
      messageId: reply.messageId,
      ...(reply.usage ? { usage: reply.usage } : {}),
    });

    if (reply.calls.length === 0) {
      // A message that came while the model gave its last answer still belongs to this turn.
      if (reply.reason === "stop" && (await takeSteering(context))) continue;
      if (reply.reason === "length")
        return fail(
          "length",
          '[error: the answer was cut off at the model\'s output limit — say "continue", or raise maxTokens]',
        );
      if (reply.reason === "refusal") return fail("refusal", "[error: the model refused to answer]");
      return end("done");
    }
    const cut = reply.reason === "length" || reply.calls.some((call) => !call.whole);
    cutAnswers = cut ? cutAnswers + 1 : 0;
    const stop = cut
      ? await refuseCut(context, reply.calls)
      : await runCalls(context, reply.calls, counters, signal);
    if (stop !== undefined) return fail(stop.reason, stop.message);
    if (cutAnswers >= CUT_ANSWERS)
      return fail(
        "length",
        `[error: ${CUT_ANSWERS} answers in a row were cut off inside a tool call — turn stopped; raise maxTokens, or ask for smaller steps]`,
      );
  }
}

/** Puts what the person sent meanwhile into the history; true when there was something. */
async function takeSteering(context: TurnContext): Promise<boolean> {
  const more = await context.takeSteering();
  for (const { blocks, shown } of more) {
    context.emit({ type: "steer", text: shown });
    await context.append({ role: "user", blocks });
  }
  return more.length > 0;
}

/** Runs the calls of one whole answer; returns why the turn must end: the loop detector's text, an asked agent's silence. */
async function runCalls(
  context: TurnContext,
  calls: readonly ReplyCall[],
  counters: ReturnType<typeof createCounters>,
  signal: AbortSignal,
): Promise<Result["endTurn"] | { readonly reason: "loop"; readonly message: string } | undefined> {
  const outcomes = await context.dispatcher.run(
    calls.map((call) => ({ callId: call.id, name: call.name, input: call.arguments, origin: "model" })),
    signal,
  );
  let stop: Awaited<ReturnType<typeof runCalls>>;
  for (const outcome of outcomes) {
    if (!notRun(outcome)) counters.call(context.dispatcher.tools.find((tool) => tool.name === outcome.tool));
    if (outcome.defect !== undefined) context.fail("tool", outcome.result.text);
    stop ??= outcome.stop === undefined ? outcome.result.endTurn : { reason: "loop", message: outcome.stop };
    await appendResult(context, outcome);
  }
  return stop;
}

/** True for a call that the dispatcher ended before it began, as its texts for such calls say. */
function notRun({ result }: CallOutcome): boolean {
  return (
    (result.code === "cancelled" && result.text === "[cancelled before it ran]") ||
    (result.code === "loop" && result.text.startsWith("[not run: "))
  );
}

/** An answer that was cut runs nothing: a half-written command or file must never be taken for a whole one. */
async function refuseCut(context: TurnContext, calls: readonly ReplyCall[]): Promise<undefined> {
  for (const call of calls) {
    const text = `[${call.name} was not run: your output was cut off before the call was complete. Send less at once, for example one call per answer and long files in parts.]`;
    context.emit({
      type: "tool.planned",
      callId: call.id,
      tool: call.name,
      title: call.name,
      kind: "other",
      input: {},
      plan: { title: call.name },
    });
    context.emit({
      type: "tool.done",
      callId: call.id,
      tool: call.name,
      title: call.name,
      ok: false,
      code: "invalid_input",
      text,
      ms: 0,
      echo: "preview",
    });
    await context.append({ role: "tool", callId: call.id, name: call.name, text, ok: false });
  }
  return undefined;
}

async function appendResult(context: TurnContext, outcome: CallOutcome): Promise<void> {
  const { callId, tool, result } = outcome;
  await context.append(
    { role: "tool", callId, name: tool, text: result.text, ok: result.ok ?? true },
    { outcome },
  );
}

/** Characters that stay of an answer which ran away: more would only invite the model to go on with it. */
const RUNAWAY_KEPT = 1000;

/** What a broken-off reply had said stays in the history, marked; one that said nothing leaves no trace. */
async function keepPartial(context: TurnContext, reply: Exclude<Reply, { kind: "done" }>): Promise<void> {
  const ranAway = reply.kind === "stopped" && reply.reason === "runaway";
  const blocks = reply.message.blocks.flatMap((block) => {
    if (block.type !== "text" || block.text.trim() === "") return [];
    return [
      ranAway ? { ...block, text: boundText(block.text, RUNAWAY_KEPT, "end", "it repeated itself") } : block,
    ];
  });
  if (blocks.length > 0)
    await context.append({ ...reply.message, blocks, partial: true }, { messageId: reply.messageId });
}

/** An image that the server refuses would spoil every later request: the prompt it came with is taken out again. */
async function dropImages(context: TurnContext): Promise<boolean> {
  const last = context.messages().at(-1);
  if (last?.role !== "user" || !last.blocks.some((block) => block.type === "image")) return false;
  await context.dropLast();
  return true;
}

/** Ends a turn that does not fit the window. A prompt that nothing came of is taken out again: it may be what is too long. */
async function overflowText(context: TurnContext, why: string): Promise<string> {
  const last = context.messages().at(-1);
  if (last?.role === "user") await context.dropLast();
  const taken = last?.role === "user" ? "your message was taken out of the conversation again; " : "";
  return `[error: the conversation does not fit the model's context window: ${why} — turn stopped; ${taken}ask for less at once, start anew with /new, or set contextWindow to what the server really holds]`;
}

function report(context: TurnContext, total: Usage, usage: Usage): void {
  const window = context.window();
  context.emit({ type: "usage", usage, total, ...(window === undefined ? {} : { window }) });
  context.onUsage?.(usage);
}

function answerText(message: AssistantMessage): string {
  return message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}
