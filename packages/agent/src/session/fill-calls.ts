import type { Tool } from "@mm-agent/core";
import type { CallBlock } from "../provider/types.js";
import { INTERRUPTED } from "../turn/check-pairs.js";
import { callInput, callTitle } from "./call-title.js";
import type { AssistantRecord, SessionRecord, ToolRecord } from "./records.js";

/**
 * The records with a result for each call whose own was never written, since its process was killed. It stands where the
 * result would have stood. `tools` give the calls their icons.
 */
export function fillCalls(records: readonly SessionRecord[], tools: readonly Tool[] = []): SessionRecord[] {
  const finished = new Set(records.flatMap((record) => (record.type === "tool" ? [record.callId] : [])));
  const out: SessionRecord[] = [];
  let open: ToolRecord[] = [];
  for (const record of records) {
    if (record.type === "user" || record.type === "assistant" || record.type === "end") {
      out.push(...open);
      open = [];
    }
    out.push(record);
    if (record.type === "assistant")
      for (const block of record.blocks)
        if (block.type === "call" && !finished.has(block.id)) open.push(interrupted(record, block, tools));
  }
  return [...out, ...open];
}

function interrupted({ id, at }: AssistantRecord, call: CallBlock, tools: readonly Tool[]): ToolRecord {
  const tool = tools.find(({ name }) => name === call.name);
  return {
    type: "tool",
    id: `${id}:${call.id}`,
    parent: id,
    at,
    callId: call.id,
    tool: call.name,
    title: callTitle(call.name, call.arguments),
    kind: tool?.kind ?? "other",
    ...(tool?.icon === undefined ? {} : { icon: tool.icon }),
    input: callInput(call.arguments),
    text: INTERRUPTED,
    ok: false,
    code: "cancelled",
    ms: 0,
  };
}
