import type { Answer, PermissionRequest } from "@mm-agent/core";
import { createAskQueue } from "./ask-queue.js";
import type { RecordBody } from "./records.js";

type Ask = (request: PermissionRequest) => Promise<Answer>;

/** Puts questions one after another and records what was answered; undefined when nobody can be asked. */
export function recordedAsk(ask: Ask | undefined, record: (body: RecordBody) => void): Ask | undefined {
  if (!ask) return undefined;
  const queued = createAskQueue(ask);
  return async (request) => {
    const answer = await queued(request);
    const { callId, tool, title } = request;
    record({ type: "permission", callId, tool, title, answer });
    return answer;
  };
}
