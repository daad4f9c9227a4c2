import type { PermissionOption as AcpOption, PermissionOptionKind } from "@agentclientprotocol/sdk";
import type { Answer, PermissionOption, PermissionRequest } from "@mm-agent/core";
import type { ClientCan } from "../client/capabilities.js";
import type { Client } from "../client/client.js";
import type { Outlet } from "../updates/create-outlet.js";
import type { Mapper } from "../updates/map-event.js";

const KINDS: Readonly<Record<PermissionOption["id"], PermissionOptionKind>> = {
  once: "allow_once",
  session: "allow_always",
  project: "allow_always",
  reject: "reject_once",
  reject_session: "reject_always",
  cancelled: "reject_once",
};

/** Characters of a rule in an option's name; the question shows the whole command or path anyway. */
const LONGEST_RULE = 600;
const LONGEST_META = 4000;

/** Keys in `_meta` between an mm that was asked and the one that asks: an option's rule and label, why it was rejected. */
const RULE_META = "mm/rule";
const LABEL_META = "mm/label";
const REASON_META = "mm/reason";
/** In the question: why it is asked. */
const WHY_META = "mm/why";

export interface AskOptions {
  readonly client: Client;
  readonly sessionId: () => string;
  readonly mapper: Mapper;
  readonly outlet: Outlet;
  readonly can: Pick<ClientCan, "agents">;
  /** Aborted when the turn is cancelled. */
  signal(): AbortSignal;
  /** The client answered that the turn is cancelled. */
  onCancelled(): void;
}

/**
 * Puts a question to the person in the editor. The call is announced before, and told in full once more. A cancelled
 * turn answers by itself, whatever the client does; an answer that was not offered, and a refusal to ask, reject.
 */
export async function askPerson(request: PermissionRequest, options: AskOptions): Promise<Answer> {
  const signal = options.signal();
  const { announce, call } = options.mapper.question(request);
  for (const update of announce) options.outlet.push(update);
  await options.outlet.flush();
  if (signal.aborted) return { outcome: "cancelled" };
  try {
    const answer = await options.client.permission(
      {
        sessionId: options.sessionId(),
        toolCall: call,
        options: request.options.map((option) => toOption(option, options.can.agents)),
        ...(options.can.agents ? { _meta: { [WHY_META]: request.why } } : {}),
      },
      signal,
    );
    const outcome = answer?.outcome;
    if (outcome?.outcome === "cancelled") {
      options.onCancelled();
      return { outcome: "cancelled" };
    }
    const chosen = request.options.find((option) => option.id === outcome?.optionId)?.id;
    if (chosen === undefined || chosen === "cancelled") return { outcome: "reject" };
    const { _meta: meta } = answer;
    const reason = meta?.[REASON_META];
    return { outcome: chosen, ...(typeof reason === "string" && reason !== "" ? { reason } : {}) };
  } catch (error) {
    if (signal.aborted) return { outcome: "cancelled" };
    return {
      outcome: "reject",
      reason: `the editor could not ask: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function toOption({ id, label, rule }: PermissionOption, agents: boolean): AcpOption {
  if (rule === undefined) return { optionId: id, kind: KINDS[id], name: label };
  const meta = agents && rule.length <= LONGEST_META ? { [RULE_META]: rule, [LABEL_META]: label } : undefined;
  return {
    optionId: id,
    kind: KINDS[id],
    name: `${label}: ${shownRule(rule)}`,
    ...(meta ? { _meta: meta } : {}),
  };
}

function shownRule(rule: string): string {
  const line = rule
    .split("\n")
    .map((part) => `\`${part}\``)
    .join(", ");
  return line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)}…` : line;
}
