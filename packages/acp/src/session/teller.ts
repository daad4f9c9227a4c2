import { randomUUID } from "node:crypto";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ClientCan } from "../client/capabilities.js";

type Severity = "info" | "warning" | "error";

/** Brings messages to the person that belong to no answer. */
export interface Teller {
  /** The updates to send now. Without notices in the client, warnings become a thought of the running or next turn. */
  tell(severity: Severity, text: string): readonly SessionUpdate[];
  /** What waited for a turn. */
  pending(): readonly SessionUpdate[];
}

/** Characters of a notice's title. */
const TITLE = 200;

export function createTeller(options: { readonly can: ClientCan; inTurn(): boolean }): Teller {
  let waiting: SessionUpdate[] = [];
  return {
    tell(severity, text) {
      if (options.can.notices) return [notice(severity, text)];
      process.stderr.write(`mm: ${severity}: ${text}\n`);
      if (severity === "info" && !options.inTurn()) return [];
      const thought: SessionUpdate = {
        sessionUpdate: "agent_thought_chunk",
        messageId: randomUUID(),
        content: { type: "text", text: `${text}\n` },
      };
      if (options.inTurn()) return [thought];
      waiting.push(thought);
      return [];
    },
    pending() {
      const now = waiting;
      waiting = [];
      return now;
    },
  };
}

function notice(severity: Severity, text: string): SessionUpdate {
  const line = text.split("\n")[0] ?? text;
  const title = line.length > TITLE ? `${line.slice(0, TITLE)}…` : line;
  return {
    sessionUpdate: "notice",
    severity,
    title,
    ...(title === text ? {} : { description: text.slice(0, 8000) }),
  };
}
