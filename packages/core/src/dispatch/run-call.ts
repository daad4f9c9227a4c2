import { boundText } from "../text/bound.js";
import { describeError } from "../text/describe-error.js";
import type { Result, Tool, ToolKind } from "../tool/types.js";
import type { PreparedCall } from "./prepare-call.js";
import type { Semaphore } from "./semaphore.js";
import { settleWithin } from "./settle.js";
import { thrownResult, toResult } from "./to-result.js";
import type { CallOutcome, DispatcherOptions, ToolCall } from "./types.js";
import { monotonic } from "../signal/monotonic.js";

/** How long a tool may take to end by itself after a cancel, in milliseconds. */
const GRACE_MS = 2000;

export interface RunLimits {
  takeToken(kind: ToolKind, signal: AbortSignal): Promise<void>;
  /** Acquired in this order. */
  readonly slots: readonly Semaphore[];
  /** Settles when all earlier calls of the answer have. */
  readonly settled: Promise<unknown>;
}

/** Runs a prepared call to its outcome: slot, run, hooks, loop detector, bound. Emits `tool.started` and `tool.done`. */
export async function runCall(
  options: DispatcherOptions,
  call: ToolCall,
  prepared: PreparedCall,
  signal: AbortSignal,
  limits: RunLimits,
): Promise<CallOutcome> {
  const startedAt = monotonic();
  const { tool, title, kind, input, plan } = prepared;
  const name = tool?.name ?? call.name;
  const ran = prepared.result
    ? { result: prepared.result, ...(prepared.defect === undefined ? {} : { defect: prepared.defect }) }
    : await takeSlotAndRun(options, call, prepared, signal, limits);
  prepared.settle();
  const ms = Math.round(monotonic() - startedAt);
  const hooked =
    tool && !prepared.result ? await runAfterHooks(options, tool, prepared, ran.result, signal) : ran.result;

  // The detector sees the calls in the order in which the model made them.
  await limits.settled;
  const { result, stop } = judgeLoop(options, name, input, hooked, tool?.bound ?? "middle");
  options.emit({
    type: "tool.done",
    callId: call.callId,
    tool: name,
    title,
    ok: result.ok ?? true,
    ...(result.code === undefined ? {} : { code: result.code }),
    text: result.text,
    ...(result.display ? { display: result.display } : {}),
    ...(result.changes ? { changes: result.changes } : {}),
    ...(result.locations ? { locations: result.locations } : {}),
    ms,
    echo: tool?.echo ?? "preview",
  });
  return {
    callId: call.callId,
    tool: name,
    title,
    kind,
    input,
    result,
    ms,
    ...(plan ? { plan } : {}),
    ...(stop === undefined ? {} : { stop }),
    ...(ran.defect === undefined ? {} : { defect: ran.defect }),
  };
}

interface Ran {
  readonly result: Result;
  readonly defect?: string;
}

async function takeSlotAndRun(
  options: DispatcherOptions,
  call: ToolCall,
  { tool, kind, input, plan, ctx }: PreparedCall,
  signal: AbortSignal,
  limits: RunLimits,
): Promise<Ran> {
  if (!tool) throw new Error("a call without a tool must have been refused");
  const releases: (() => void)[] = [];
  try {
    await limits.takeToken(kind, signal);
    for (const slot of limits.slots) releases.push(await slot.acquire(signal));
    const busy = tool.busy === undefined ? {} : { busy: tool.busy };
    options.emit({ type: "tool.started", callId: call.callId, tool: tool.name, ...busy });
    const given = await settleWithin(tool.run(input, ctx, plan), signal, GRACE_MS);
    if (given.kind === "value") return { result: toResult(given.value) };
    return {
      result: { ok: false, code: "cancelled", text: `[${tool.name}: cancelled, but it did not end in time]` },
    };
  } catch (error) {
    if (signal.aborted) return { result: { ok: false, code: "cancelled", text: "[error: cancelled]" } };
    return thrownResult(tool.name, error);
  } finally {
    for (const release of releases) release();
  }
}

async function runAfterHooks(
  options: DispatcherOptions,
  tool: Tool,
  { input, ctx }: PreparedCall,
  result: Result,
  signal: AbortSignal,
): Promise<Result> {
  let text = result.text;
  for (const { plugin, hooks } of options.hooks ?? []) {
    try {
      const work = hooks.afterTool?.({ tool, input, ctx, result: { ...result, text } });
      const settled = await settleWithin(work, signal, GRACE_MS);
      const outcome = settled.kind === "value" ? settled.value : undefined;
      if (outcome) text = `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${outcome.append}`;
    } catch (error) {
      options.emit({
        type: "error",
        where: "plugin",
        message: `plugin ${plugin}: afterTool failed: ${describeError(error)}`,
      });
    }
  }
  return { ...result, text };
}

function judgeLoop(
  options: DispatcherOptions,
  tool: string,
  input: unknown,
  result: Result,
  bound: NonNullable<Tool["bound"]>,
): { readonly result: Result; readonly stop?: string } {
  const fit = (text: string): string =>
    bound === "self" ? text : boundText(text, options.limits.maxOutput, bound);
  if (result.code === "cancelled") return { result: { ...result, text: fit(result.text) } };
  const verdict = options.loop.record({ tool, input, output: result.text, ok: result.ok ?? true });
  if (verdict.kind === "stop")
    return { result: { ...result, ok: false, code: "loop", text: verdict.text }, stop: verdict.text };
  const text = fit(result.text);
  if (verdict.kind === "none") return { result: { ...result, text } };
  return {
    result: { ...result, text: `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${verdict.text}` },
  };
}
