import type { Mode, Usage } from "@mm-agent/core";
import type { Message } from "../../provider/types.js";
import { checkPairs, INTERRUPTED } from "../../turn/check-pairs.js";
import { addUsage, NO_USAGE } from "../../turn/usage.js";
import type { LoadedSession } from "../archive.js";
import { fillCalls } from "../fill-calls.js";
import { joinPartials } from "../join-partials.js";
import { toMessages } from "../to-messages.js";
import { titleFrom } from "../title.js";
import type { SessionRecord } from "../records.js";
import type { SessionError } from "../types.js";

/** Puts the records of one file together. Record kinds that this version does not know are passed over. */
export function toSession(
  id: string,
  file: string,
  read: readonly SessionRecord[],
  notices: readonly string[],
): LoadedSession {
  const records = joinPartials(read);
  let header = { cwd: "", provider: "", model: "", startedAt: read[0]?.at ?? "" };
  let mode: Mode | undefined;
  let title = "";
  let named = false;
  let usage: Usage = NO_USAGE;
  const errors: SessionError[] = [];
  const titles = new Map<string, string>();
  const journals = new Set<string>([id]);
  for (const record of fillCalls(records)) {
    switch (record.type) {
      case "header":
        header = { ...header, cwd: record.cwd, provider: record.provider, model: record.model };
        mode = record.mode;
        if (record.journal !== undefined) journals.add(record.journal);
        break;
      case "set":
        if (record.model !== undefined)
          header = { ...header, model: record.model, provider: record.provider ?? header.provider };
        mode = record.mode ?? mode;
        if (record.journal !== undefined) journals.add(record.journal);
        if (record.title !== undefined) {
          title = record.title;
          named = true;
        }
        break;
      case "user":
        if (!named && title === "" && record.prompt !== undefined) title = titleFrom(record.prompt);
        break;
      case "assistant":
      case "compaction":
        if (record.usage) usage = addUsage(usage, record.usage);
        break;
      case "tool":
        titles.set(record.callId, record.title);
        if (record.text === INTERRUPTED)
          errors.push({
            at: record.at,
            where: "tool",
            message: `[${record.tool} was interrupted before it ended: ${record.title}]`,
          });
        break;
      case "error": {
        const { at, where, message } = record;
        errors.push({ at, where, message, ...(record.class === undefined ? {} : { class: record.class }) });
        break;
      }
      default:
    }
  }
  const { messages, ids } = toMessages(records);
  return {
    id,
    file,
    title,
    ...header,
    mode,
    ...pairUp(messages, ids),
    records,
    errors,
    usage,
    titles,
    journals: [...journals],
    notices,
  };
}

/** Pairs every call with a result; a message that had to be made has the id of the record it stands behind. */
function pairUp(
  messages: readonly Message[],
  ids: readonly string[],
): { messages: readonly Message[]; ids: readonly string[] } {
  const paired = checkPairs(messages);
  if (paired === messages) return { messages, ids };
  const known = new Map(messages.map((message, index) => [message, ids[index] ?? ""]));
  let last = "";
  return { messages: paired, ids: paired.map((message) => (last = known.get(message) ?? last)) };
}
