import type { Answer, Ctx, PermissionRequest, ToolKind } from "@mm-agent/core";
import type { Question, QuestionAnswer } from "../client/protocol.js";
import type { UpdateMapper } from "../events/map-updates.js";
import { agentPath } from "../events/meta.js";
import { toRequest, toResponse } from "../events/permission.js";
import type { Silence } from "./silence.js";

export interface PermissionScope {
  readonly ctx: Ctx;
  readonly mapper: UpdateMapper;
  readonly silence: Silence;
  /** Path of the asked agent. */
  readonly path: readonly string[];
  readonly mm: boolean;
  readonly inspect: boolean;
  /** Everything that a command asks for runs. */
  readonly yolo: boolean;
  /** Answers for this session, by agent, tool and rule: an agent's own session ends with the question. */
  readonly remembered: Map<string, Answer["outcome"]>;
}

const READING: ReadonlySet<ToolKind> = new Set(["read", "search", "fetch", "think"]);

/** Brings a question of the asked agent, or of one below it, to the person; answers at once where that is decided. */
export async function askPermission(
  question: Question,
  signal: AbortSignal,
  scope: PermissionScope,
): Promise<QuestionAnswer> {
  const { ctx, mapper, silence, path, mm } = scope;
  const request = toRequest(question, { path, callId: mapper.callId(question.toolCall.toolCallId), mm });
  if (request.options.length === 0) return { outcome: { outcome: "cancelled" } };
  if (!mm && scope.inspect && !READING.has(request.kind))
    return toResponse(question, { outcome: "reject" }, mm);
  if (!mm && scope.yolo) return toResponse(question, { outcome: "once" }, mm);
  const key = memoryKey(request);
  const before = key === undefined ? undefined : scope.remembered.get(key);
  if (before !== undefined) return toResponse(question, { outcome: before }, mm);

  const below = agentPath(question.toolCall);
  mapper.emit(below, { type: "permission.asked", request });
  const resume = silence.pause();
  const answer = await orTakenBack(ctx.host.ask(request), signal, ctx.signal).finally(resume);
  mapper.emit(below, { type: "permission.answered", id: request.id, callId: request.callId, answer });
  if (key !== undefined && (answer.outcome === "session" || answer.outcome === "reject_session"))
    scope.remembered.set(key, answer.outcome);
  return toResponse(question, answer, mm);
}

function memoryKey({ agent, tool, options }: PermissionRequest): string | undefined {
  const rule = options.find((option) => option.id === "session")?.rule;
  return rule === undefined ? undefined : [...agent, tool, rule].join("\0");
}

function orTakenBack(asked: Promise<Answer>, ...signals: readonly AbortSignal[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => resolve({ outcome: "cancelled" });
    for (const signal of signals) {
      if (signal.aborted) cancel();
      signal.addEventListener("abort", cancel, { once: true });
    }
    asked.then(resolve, reject).finally(() => {
      for (const signal of signals) signal.removeEventListener("abort", cancel);
    });
  });
}
