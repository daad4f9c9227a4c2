import type { DispatcherOptions } from "@mm-agent/core";
import type { Provider } from "../provider/types.js";
import type { SessionOptions } from "./session-options.js";
import { titledCalls } from "./titled-calls.js";

/** What every dispatcher of a session has in common, for the model's calls and for the person's own. */
export function dispatchBase(
  options: SessionOptions,
  provider: () => Provider,
  emit: DispatcherOptions["emit"],
  history: DispatcherOptions["history"],
): Omit<DispatcherOptions, "sessionId" | "policy" | "loop"> {
  return {
    cwd: options.cwd,
    tools: options.tools,
    ...(options.hooks ? { hooks: options.hooks } : {}),
    workspace: options.workspace,
    env: options.env,
    configOf: (tool) => options.configOf(tool),
    limits: { maxOutput: options.maxOutput },
    log: options.log,
    host: {
      spawnSelf: options.spawnSelf,
      get model() {
        const { name, model } = provider();
        return { provider: name, model };
      },
    },
    emit: titledCalls(options.tools, emit),
    history,
  };
}
