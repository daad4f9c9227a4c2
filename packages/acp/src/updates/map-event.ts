import { randomUUID } from "node:crypto";
import type { SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { MmEvent, PermissionRequest } from "@mm-agent/core";
import type { ClientCan } from "../client/capabilities.js";
import { agentMeta } from "./agent-meta.js";
import { createSpeakerNames } from "./speaker-names.js";
import { createCallMapper, type EmbeddedTerminals } from "./map-call.js";

/** What the mapper cannot know from events. */
export interface MapperOptions {
  readonly cwd: string;
  readonly can: ClientCan;
  /** Client terminals that calls run in. */
  readonly terminals: EmbeddedTerminals;
  /** What follows from a change of the session's settings. */
  settings(change: Extract<MmEvent, { type: "session.changed" }>): readonly SessionUpdate[];
  /** A message for the person that is no part of the answer. */
  tell(severity: "info" | "warning" | "error", text: string): readonly SessionUpdate[];
}

/** Turns the events of one session into updates. Live turns and replayed ones go through the same functions. */
export interface Mapper {
  map(event: MmEvent): readonly SessionUpdate[];
  /** The events of a stored conversation: what only concerned the moment is left out. */
  replay(events: readonly MmEvent[]): readonly SessionUpdate[];
  /** The call a question is about, in full; with the update that announces it if none did. */
  question(request: PermissionRequest): {
    readonly announce: readonly SessionUpdate[];
    readonly call: ToolCallUpdate;
  };
  /** Ends calls that are still open: a turn must not leave any. */
  close(): readonly SessionUpdate[];
}

export function createMapper(options: MapperOptions): Mapper {
  const calls = createCallMapper(options);
  const names = createSpeakerNames(options.can.agents);
  let replaying = false;
  let compactions = 0;

  const map = (event: MmEvent): readonly SessionUpdate[] => {
    const foreign = (event.agent?.length ?? 0) > 0;
    switch (event.type) {
      case "turn.start":
      case "steer": {
        const text = event.type === "steer" ? event.text : event.prompt;
        return replaying && !foreign && text !== "" ? [chunk("user_message_chunk", text, randomUUID())] : [];
      }
      case "text.delta":
        return [chunk("agent_message_chunk", names.before(event) + event.text, event.messageId, event.agent)];
      case "thought.delta":
        return [chunk("agent_thought_chunk", names.before(event) + event.text, event.messageId, event.agent)];
      case "tool.planned":
      case "tool.started":
      case "tool.progress":
      case "tool.done":
        return calls.map(event, replaying);
      case "usage":
        return event.window === undefined || foreign ? [] : [usage(event)];
      case "compacted": {
        if (!options.can.compaction)
          return replaying
            ? []
            : options.tell(
                "info",
                `The conversation was shortened: ${event.before} tokens became ${event.after}.`,
              );
        compactions += 1;
        return [
          {
            sessionUpdate: "compaction_update",
            compactionId: `compaction-${compactions}`,
            status: "completed",
            summary: [{ type: "text", text: event.summary.slice(0, 16_000) }],
          },
        ];
      }
      case "session.changed":
        return replaying || foreign ? [] : options.settings(event);
      case "retry":
        return replaying
          ? []
          : options.tell(
              "info",
              `${event.reason}: attempt ${event.attempt} of ${event.max} in ${Math.ceil(event.delayMs / 1000)} s`,
            );
      case "notice":
        return replaying ? [] : options.tell(event.level, event.text);
      case "error":
        // A turn that fails says so in its answer; what else went wrong has no other way to the person.
        return replaying || event.where === "provider" || event.where === "generation"
          ? []
          : options.tell("error", event.message);
      default:
        return [];
    }
  };
  return {
    map,
    replay(events) {
      replaying = true;
      const updates = events.flatMap((event) => map(event));
      const rest = calls.close();
      replaying = false;
      return [...updates, ...rest];
    },
    question: calls.question,
    close: calls.close,
  };
}

function chunk(
  sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk",
  text: string,
  messageId: string,
  agent?: readonly string[],
): SessionUpdate {
  return { sessionUpdate, messageId, content: { type: "text", text }, ...agentMeta(agent) };
}

function usage({ usage: now, total, window }: Extract<MmEvent, { type: "usage" }>): SessionUpdate {
  const used = now.input + (now.cacheRead ?? 0) + (now.cacheWrite ?? 0) + now.output;
  return {
    sessionUpdate: "usage_update",
    used,
    size: window ?? 0,
    ...(total.cost === undefined ? {} : { cost: { amount: total.cost, currency: "USD" } }),
  };
}
