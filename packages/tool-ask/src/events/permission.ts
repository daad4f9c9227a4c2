import { randomUUID } from "node:crypto";
import type { Answer, Block, PermissionOption, PermissionRequest } from "@mm-agent/core";
import type { Question, QuestionAnswer, QuestionOption } from "../client/protocol.js";
import { agentPath, LABEL_META, REASON_META, RULE_META, textMeta, WHY_META } from "./meta.js";
import { bareTitle, toChanges, toKind, toText } from "./read-call.js";

const OUTCOMES: Readonly<Record<QuestionOption["kind"], Exclude<Answer["outcome"], "cancelled">>> = {
  allow_once: "once",
  allow_always: "session",
  reject_once: "reject",
  reject_always: "reject_session",
};
const OWN: ReadonlySet<string> = new Set(["once", "session", "project", "reject", "reject_session"]);

/** A question of an asked agent, as one of this session with the path of agents it comes from. */
export function toRequest(
  question: Question,
  about: { readonly path: readonly string[]; readonly callId: string; readonly mm: boolean },
): PermissionRequest {
  const { toolCall, options } = question;
  const below = agentPath(toolCall);
  const tool = toolCall.name ?? toolCall.kind ?? "tool";
  const title = bareTitle(toolCall.title ?? tool, toolCall.name ?? undefined, below);
  const changes = toChanges(toolCall.content);
  const shown = toText(toolCall.content);
  const preview: Block[] = shown.trim() === "" ? [] : [{ type: "text", text: shown }];
  if (preview.length === 0 && changes.length === 0) preview.push({ type: "text", text: title });
  const seen = new Set<string>();
  return {
    id: randomUUID(),
    callId: about.callId,
    agent: [...about.path, ...below],
    tool,
    title,
    kind: toKind(toolCall.kind, toolCall.name),
    subject: tool,
    preview,
    changes,
    options: options.flatMap((option): PermissionOption[] => {
      const id = outcomeOf(option, about.mm);
      if (seen.has(id)) return [];
      seen.add(id);
      const rule = textMeta(option, RULE_META);
      const label = textMeta(option, LABEL_META) ?? option.name;
      return [{ id, label, ...(rule === undefined ? {} : { rule }) }];
    }),
    why: textMeta(question, WHY_META) ?? "the agent asks",
  };
}

/** What the agent is told; an answer that it did not offer rejects. */
export function toResponse(question: Question, answer: Answer, mm: boolean): QuestionAnswer {
  if (answer.outcome === "cancelled") return { outcome: { outcome: "cancelled" } };
  const { options } = question;
  const chosen =
    options.find((option) => outcomeOf(option, mm) === answer.outcome) ??
    options.find(
      ({ kind }) => kind === (answer.outcome.startsWith("reject") ? "reject_once" : "allow_once"),
    ) ??
    options.find(({ kind }) => kind.startsWith("reject"));
  if (!chosen) return { outcome: { outcome: "cancelled" } };
  return {
    outcome: { outcome: "selected", optionId: chosen.optionId },
    ...(answer.reason === undefined ? {} : { _meta: { [REASON_META]: answer.reason } }),
  };
}

/** Two mm name their options alike; other agents only say of which kind each is. */
function outcomeOf(option: QuestionOption, mm: boolean): Exclude<Answer["outcome"], "cancelled"> {
  if (mm && OWN.has(option.optionId)) return option.optionId as Exclude<Answer["outcome"], "cancelled">;
  return OUTCOMES[option.kind] ?? "reject";
}
