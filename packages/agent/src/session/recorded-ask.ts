import type { Answer, PermissionRequest } from "@mm-agent/core";
import { createAskQueue, type Ask } from "./ask-queue.js";
import type { RecordBody } from "./records.js";

/** Puts questions one after another and records what was answered; undefined when nobody can be asked. */
export function recordedAsk(
  ask: Ask | undefined,
  signal: () => AbortSignal,
  record: (body: RecordBody) => void,
): ((request: PermissionRequest) => Promise<Answer>) | undefined {
  if (!ask) return undefined;
  const queued = createAskQueue(ask);
  return async (request) => {
    const answer = await queued(request, signal());
    const { callId, tool, title } = request;
    record({ type: "permission", callId, tool, title, answer });
    return answer;
  };
}
