import { EVENT_VERSION, type EventBody, type MmEvent, type Tool, type Usage } from "@mm-agent/core";
import { addUsage, NO_USAGE } from "../turn/usage.js";
import { fillCalls } from "./fill-calls.js";
import { joinPartials } from "./join-partials.js";
import type { AssistantRecord, SessionRecord, ToolRecord } from "./records.js";

/**
 * The events of a conversation, made from its records: what a front end draws when a session goes on. `tools` give their
 * icons to calls whose result was lost.
 */
export function recordsToEvents(
  session: string,
  records: readonly SessionRecord[],
  tools: readonly Tool[] = [],
): MmEvent[] {
  const events: MmEvent[] = [];
  const joined = fillCalls(joinPartials(records), tools);
  let turn = 0;
  let inTurn = false;
  let total: Usage = NO_USAGE;
  const push = (at: string, body: EventBody): void => {
    events.push({
      ...body,
      v: EVENT_VERSION,
      seq: events.length + 1,
      at,
      session,
      ...(inTurn ? { turn } : {}),
    });
  };
  for (const record of joined) {
    const { at } = record;
    switch (record.type) {
      case "user":
        if (record.prompt !== undefined) {
          turn += 1;
          inTurn = true;
          total = NO_USAGE;
          push(at, { type: "turn.start", prompt: record.prompt });
        } else
          push(at, {
            type: "steer",
            text: record.blocks.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n"),
          });
        break;
      case "assistant":
        for (const body of answer(record)) push(at, body);
        if (record.usage) {
          total = addUsage(total, record.usage);
          push(at, { type: "usage", usage: record.usage, total });
        }
        break;
      case "tool":
        for (const body of call(record)) push(at, body);
        break;
      case "compaction":
        push(at, { type: "compacted", before: record.before, after: record.after, summary: record.summary });
        break;
      case "set": {
        const { mode, model, title } = record;
        const change = {
          ...(mode === undefined ? {} : { mode }),
          ...(model === undefined ? {} : { model }),
          ...(title === undefined ? {} : { title }),
        };
        if (Object.keys(change).length > 0) push(at, { type: "session.changed", ...change });
        break;
      }
      case "error":
        push(at, {
          type: "error",
          where: record.where,
          message: record.message,
          ...(record.class === undefined ? {} : { class: record.class }),
        });
        break;
      case "end":
        push(at, {
          type: "turn.end",
          reason: record.reason,
          counters: record.counters,
          ...(record.message === undefined ? {} : { message: record.message }),
        });
        inTurn = false;
        break;
      default:
    }
  }
  return events;
}

function answer(record: AssistantRecord): EventBody[] {
  const messageId = record.messageId ?? record.id;
  const bodies: EventBody[] = [];
  let text = "";
  for (const block of record.blocks) {
    if (block.type === "call") continue;
    if (block.type === "text") text += block.text;
    if (block.text !== "")
      bodies.push({
        type: block.type === "text" ? "text.delta" : "thought.delta",
        messageId,
        text: block.text,
      });
  }
  if (text !== "")
    bodies.push({
      type: "message.done",
      messageId,
      text,
      ...(record.partial === true ? { partial: true } : {}),
    });
  return bodies;
}

function call(record: ToolRecord): EventBody[] {
  const { callId, tool, title, kind, input, ok, text, ms } = record;
  return [
    {
      type: "tool.planned",
      callId,
      tool,
      ...(record.icon === undefined ? {} : { icon: record.icon }),
      title,
      kind,
      input,
      plan: { title },
    },
    {
      type: "tool.done",
      callId,
      tool,
      title,
      ok,
      ...(record.code === undefined ? {} : { code: record.code }),
      text,
      ...(record.display ? { display: record.display } : {}),
      ...(record.patches ? { changes: record.patches } : {}),
      ...(record.locations ? { locations: record.locations } : {}),
      ms,
      echo: record.echo ?? "preview",
    },
  ];
}
