import type { Ctx } from "../tool/types.js";
import type { DispatcherOptions } from "./types.js";

/** The context of one call. `settle()` ends its progress: whatever a tool reports later is ignored. */
export function createContext(
  options: DispatcherOptions,
  call: { readonly callId: string; readonly tool: string },
  signal: AbortSignal,
): { readonly ctx: Ctx; settle(): void } {
  let live = true;
  const ctx: Ctx = {
    sessionId: options.sessionId,
    callId: call.callId,
    cwd: options.cwd,
    signal,
    env: options.env,
    log: options.log,
    config: options.configOf(call.tool),
    limits: options.limits,
    workspace: options.workspace,
    progress: (block) => {
      if (live) options.emit({ type: "tool.progress", callId: call.callId, block });
    },
    history: options.history,
    host: {
      yolo: options.policy.mode === "yolo",
      emit: (event) => options.emit(event),
      ask: async (request) =>
        options.ask ? options.ask(request) : { outcome: "reject", reason: "nobody can be asked here" },
      ...(options.host.model ? { model: options.host.model } : {}),
      spawnSelf: options.host.spawnSelf,
    },
  };
  return {
    ctx,
    settle: () => {
      live = false;
    },
  };
}
