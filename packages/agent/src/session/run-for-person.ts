import { randomBytes } from "node:crypto";
import {
  createDispatcher,
  createLoopDetector,
  createPolicy,
  type CallOutcome,
  type DispatcherOptions,
} from "@mm-agent/core";

/**
 * Runs a tool that the person asked for by name: nobody is asked for permission, since the person typed the command,
 * and the loop detector of the model does not count it.
 */
export async function runForPerson(
  options: Omit<DispatcherOptions, "policy" | "loop">,
  tool: string,
  input: unknown,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const dispatcher = createDispatcher({
    ...options,
    policy: createPolicy({ mode: "yolo", rules: [] }),
    loop: createLoopDetector(),
  });
  const callId = `user_${randomBytes(8).toString("hex")}`;
  const [outcome] = await dispatcher.run([{ callId, name: tool, input, origin: "user" }], signal);
  if (!outcome) throw new Error(`the dispatcher gave no outcome for ${tool}`);
  return outcome;
}

/** How the model is told of it. */
export function shareText({ tool, title, input, result }: CallOutcome): string {
  const command = (input as { command?: unknown } | null)?.command;
  const what = typeof command === "string" ? command : title;
  return `[The person ran ${tool} themselves: ${what}]\n${result.text}`;
}
