import type { CallOutcome, DispatcherOptions, ToolCall } from "./types.js";
import type { Result } from "../tool/types.js";

const RESULTS: Record<"cancelled" | "stopped", Result> = {
  cancelled: { ok: false, code: "cancelled", text: "[cancelled before it ran]" },
  stopped: { ok: false, code: "loop", text: "[not run: the turn was stopped by the loop detector]" },
};

/** The outcome of a call that is not even looked at, with the events that front ends expect of every call. */
export function refuseCall(
  options: DispatcherOptions,
  call: ToolCall,
  why: "cancelled" | "stopped",
): CallOutcome {
  const tool = options.tools.find((t) => t.name === call.name);
  const kind = tool?.kind ?? "other";
  const result = RESULTS[why];
  const { callId } = call;
  options.emit({
    type: "tool.planned",
    callId,
    tool: call.name,
    title: call.name,
    kind,
    input: call.input,
    plan: { title: call.name },
  });
  options.emit({
    type: "tool.done",
    callId,
    tool: call.name,
    title: call.name,
    ok: false,
    code: result.code ?? "failed",
    text: result.text,
    ms: 0,
    echo: "preview",
  });
  return { callId, tool: call.name, title: call.name, kind, input: call.input, result, ms: 0 };
}
