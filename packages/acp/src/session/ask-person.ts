import type { PermissionOption as AcpOption, PermissionOptionKind } from "@agentclientprotocol/sdk";
import type { Answer, PermissionOption, PermissionRequest } from "@mm-agent/core";
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

export interface AskOptions {
  readonly client: Client;
  readonly sessionId: () => string;
  readonly mapper: Mapper;
  readonly outlet: Outlet;
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
      { sessionId: options.sessionId(), toolCall: call, options: request.options.map(toOption) },
      signal,
    );
    const outcome = answer?.outcome;
    if (outcome?.outcome === "cancelled") {
      options.onCancelled();
      return { outcome: "cancelled" };
    }
    const chosen = request.options.find((option) => option.id === outcome?.optionId)?.id;
    return { outcome: chosen === undefined || chosen === "cancelled" ? "reject" : chosen };
  } catch (error) {
    if (signal.aborted) return { outcome: "cancelled" };
    return {
      outcome: "reject",
      reason: `the editor could not ask: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function toOption({ id, label, rule }: PermissionOption): AcpOption {
  return { optionId: id, kind: KINDS[id], name: rule === undefined ? label : `${label}: ${shownRule(rule)}` };
}

function shownRule(rule: string): string {
  const line = rule
    .split("\n")
    .map((part) => `\`${part}\``)
    .join(", ");
  return line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)}…` : line;
}
