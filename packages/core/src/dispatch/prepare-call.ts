import { normaliseCall } from "../args/normalise-call.js";
import type { Ctx, Plan, Result, Tool, ToolKind } from "../tool/types.js";
import { askPermission, deniedByRule } from "./ask-permission.js";
import { createContext } from "./create-context.js";
import { runBeforeHooks } from "./before-hooks.js";
import { settleWithin } from "./settle.js";
import { thrownResult } from "./to-result.js";
import type { DispatcherOptions, ToolCall } from "./types.js";

const CANCELLED: Result = { ok: false, code: "cancelled", text: "[cancelled before it ran]" };

/** A call that has been read, planned and permitted, or the result that ends it. */
export interface PreparedCall {
  readonly tool?: Tool;
  readonly title: string;
  readonly kind: ToolKind;
  readonly input: unknown;
  readonly ctx: Ctx;
  readonly plan?: Plan;
  /** Set when the call must not run. */
  readonly result?: Result;
  readonly defect?: string;
  settle(): void;
}

/** Everything before a call may run. Emits `tool.planned` and the permission events. Holds no slot while a person thinks. */
export async function prepareCall(
  options: DispatcherOptions,
  call: ToolCall,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const read = await normaliseCall(options.tools, call);
  const tool = read.tool;
  const name = tool?.name ?? call.name;
  const { ctx, settle } = createContext(options, { callId: call.callId, tool: name }, signal);
  const base = {
    ...(tool ? { tool } : {}),
    ctx,
    settle,
    title: name,
    kind: tool?.kind ?? ("other" as const),
  };
  const announce = (input: unknown, plan: Plan, kind: ToolKind): void => {
    const { state: _state, ...visible } = plan;
    const icon = tool?.icon === undefined ? {} : { icon: tool.icon };
    options.emit({
      type: "tool.planned",
      callId: call.callId,
      tool: name,
      ...icon,
      title: plan.title,
      kind,
      input,
      plan: visible,
    });
  };
  const end = (input: unknown, result: Result, defect?: string): PreparedCall => {
    announce(input, { title: base.title }, base.kind);
    return { ...base, input, result, ...(defect === undefined ? {} : { defect }) };
  };

  if (!read.ok) return end(read.input, { ok: false, code: read.code, text: read.text }, read.defect);
  if (read.notes.length > 0) options.log.debug("arguments repaired", { tool: name, notes: read.notes });

  const hooked = await runBeforeHooks(options, read.tool, read.input, ctx, signal);
  if (!hooked.ok) return end(read.input, hooked.result);
  const input = hooked.input;

  let plan: Plan;
  try {
    const settled = await settleWithin(read.tool.plan?.(input, ctx), signal, 0);
    if (settled.kind === "late") return end(input, CANCELLED);
    plan = settled.value ?? { title: name };
  } catch (error) {
    if (signal.aborted) return end(input, CANCELLED);
    const thrown = thrownResult(name, error);
    return end(input, thrown.result, thrown.defect);
  }
  const kind = plan.kind ?? read.tool.kind;
  announce(input, plan, kind);
  const planned = { ...base, title: plan.title, kind, input, plan };
  if (plan.refuse) {
    const denied = deniedByRule(options, read.tool, kind, plan);
    if (denied) return { ...planned, result: denied };
    // A tool may also end early with a success: there was nothing to do.
    const result: Result = plan.refuse.ok ? plan.refuse : { ok: false, code: "failed", ...plan.refuse };
    return { ...planned, result };
  }
  const refusal = await askPermission(options, call.callId, read.tool, kind, plan, signal);
  return refusal ? { ...planned, result: refusal } : planned;
}
