import type { CallOutcome, FileChange, Tool, Usage } from "@mm-agent/core";
import type { Message } from "../provider/types.js";
import { addUsage, NO_USAGE } from "../turn/usage.js";
import type { LoadedSession } from "./archive.js";
import { callTitle } from "./call-title.js";
import { createRecorder, type Recorder } from "./recorder.js";
import type { HeaderRecord, RecordBody } from "./records.js";
import { titleFrom } from "./title.js";
import type { SessionError, SessionStore } from "./types.js";
import { withSummary } from "./with-summary.js";

/** What accompanies a message. */
export interface MessageAbout {
  readonly outcome?: CallOutcome;
  readonly usage?: Usage;
  /** For the message that starts a turn: what the person typed. */
  readonly prompt?: string;
  readonly messageId?: string;
  readonly provider?: string;
  readonly model?: string;
}

/** The one conversation a session is about: what the model gets, and the records of it. `reset` and `resume` replace it. */
export interface Conversation {
  readonly id: string;
  readonly store: SessionStore;
  readonly messages: readonly Message[];
  /** The record of each message. */
  readonly ids: readonly string[];
  readonly titles: Map<string, string>;
  readonly errors: SessionError[];
  /** Sessions whose undo journals may hold writes of this conversation. */
  readonly journals: readonly string[];
  /** Ids of the calls of each turn, oldest turn first. */
  readonly turns: readonly string[][];
  /** Absolute paths that tools changed, the newest last. */
  readonly changed: ReadonlySet<string>;
  readonly usage: Usage;
  title: string;
  /** What the server counted for the newest request with its answer, and the messages it covers; null when unknown. */
  readonly counted: { readonly tokens: number; readonly messages: number } | null;
  append(message: Message, about: MessageAbout): Promise<void> | void;
  /** Takes the last message out again. */
  dropLast(): Promise<void> | void;
  compact(entry: {
    readonly summary: string;
    readonly from: number;
    readonly before: number;
    readonly after: number;
    readonly usage?: Usage;
  }): Promise<void> | void;
  record: Recorder["add"];
}

export interface ConversationOptions {
  readonly id: string;
  readonly store: SessionStore;
  readonly tools: readonly Tool[];
  /** Written before the first record of a new conversation. */
  header(): Omit<HeaderRecord, "id" | "parent" | "at" | "type">;
  readonly loaded?: LoadedSession;
}

export function createConversation(options: ConversationOptions): Conversation {
  const { store, loaded, tools } = options;
  const recorder = createRecorder(store, loaded?.records.at(-1)?.id ?? null);
  let messages = [...(loaded?.messages ?? [])];
  let ids = [...(loaded?.ids ?? messages.map(() => ""))];
  let usage = loaded?.usage ?? NO_USAGE;
  const journal = options.header().journal ?? options.id;
  let begun = loaded !== undefined && loaded.journals.includes(journal);
  let counted: Conversation["counted"] = null;
  const changed = new Set<string>();
  for (const entry of loaded?.records ?? [])
    if (entry.type === "tool") for (const { path } of entry.patches ?? []) noteChange(changed, path);
  const turns = loaded ? turnsOf(loaded) : [];
  const journals = [...new Set([...(loaded?.journals ?? []), journal])];
  const record = (body: RecordBody): ReturnType<Recorder["add"]> => {
    if (!begun) {
      begun = true;
      // A later run must find the undo journal of this one.
      void recorder.add(loaded ? { type: "set", journal } : { type: "header", ...options.header() });
    }
    return recorder.add(body);
  };
  const conversation: Conversation = {
    id: options.id,
    store,
    get messages() {
      return messages;
    },
    get ids() {
      return ids;
    },
    get usage() {
      return usage;
    },
    titles: new Map(loaded?.titles),
    errors: [...(loaded?.errors ?? [])],
    journals,
    turns,
    changed,
    title: loaded?.title ?? "",
    get counted() {
      return counted;
    },
    record,
    append(message, about) {
      messages.push(message);
      if (about.usage) {
        usage = addUsage(usage, about.usage);
        counted = { tokens: totalTokens(about.usage), messages: messages.length };
      }
      if (about.prompt !== undefined) turns.push([]);
      if (message.role === "tool") turns.at(-1)?.push(message.callId);
      for (const { path } of about.outcome?.result.changes ?? []) noteChange(changed, path);
      if (about.prompt !== undefined && conversation.title === "")
        conversation.title = titleFrom(about.prompt);
      const { id, saved } = record(toRecord(message, about, tools));
      ids.push(id);
      return saved;
    },
    dropLast() {
      messages.pop();
      const id = ids.pop();
      return id === undefined ? undefined : record({ type: "drop", record: id }).saved;
    },
    compact({ summary, from, before, after, usage: used }) {
      if (used) usage = addUsage(usage, used);
      const keep = ids[from];
      const { id, saved } = record({
        type: "compaction",
        summary,
        before,
        after,
        ...(keep === undefined ? {} : { keep }),
        ...(used ? { usage: used } : {}),
      });
      const kept = withSummary(summary, id, messages.slice(from), ids.slice(from));
      messages = kept.messages;
      ids = kept.ids;
      counted = null;
      return saved;
    },
  };
  return conversation;
}

/** Adds a question and its answer that no model of this session gave. */
export async function exchange(to: Conversation, user: string, assistant: string): Promise<void> {
  await to.append({ role: "user", blocks: [{ type: "text", text: user }] }, { prompt: user });
  await to.append({ role: "assistant", blocks: [{ type: "text", text: assistant }] }, {});
}

/** Everything a request and its answer hold. */
function totalTokens(usage: Usage): number {
  return usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0) + usage.output;
}

function noteChange(changed: Set<string>, path: string): void {
  changed.delete(path);
  changed.add(path);
}

function turnsOf(loaded: LoadedSession): string[][] {
  const turns: string[][] = [];
  for (const record of loaded.records) {
    if (record.type === "user" && record.prompt !== undefined) turns.push([]);
    else if (record.type === "tool") turns.at(-1)?.push(record.callId);
  }
  return turns;
}

function toRecord(message: Message, about: MessageAbout, tools: readonly Tool[]): RecordBody {
  if (message.role === "user")
    return {
      type: "user",
      blocks: message.blocks,
      ...(about.prompt === undefined ? {} : { prompt: about.prompt }),
    };
  if (message.role === "assistant") {
    const { messageId, usage, provider, model } = about;
    return {
      type: "assistant",
      ...(messageId === undefined ? {} : { messageId }),
      blocks: message.blocks,
      ...(message.raw === undefined ? {} : { raw: message.raw }),
      ...(usage ? { usage } : {}),
      ...(message.partial === true ? { partial: true } : {}),
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
    };
  }
  const { callId, name, text, ok } = message;
  const { outcome } = about;
  const tool = tools.find((t) => t.name === name);
  const result = outcome?.result;
  return {
    type: "tool",
    callId,
    tool: name,
    title: outcome && outcome.title !== name ? outcome.title : callTitle(name, outcome?.input),
    kind: outcome?.kind ?? "other",
    ...(tool?.icon === undefined ? {} : { icon: tool.icon }),
    input: outcome?.input ?? {},
    text,
    ok,
    ...(result?.code === undefined ? {} : { code: result.code }),
    ...(result?.changes ? { patches: result.changes.map(withoutContents) } : {}),
    ...(result?.display ? { display: result.display } : {}),
    ...(result?.locations ? { locations: result.locations } : {}),
    ms: outcome?.ms ?? 0,
    ...(tool?.echo === "none" ? { echo: "none" } : {}),
  };
}

/** The texts of whole files are never stored; the patch says the same in short. */
function withoutContents({ path, patch, added, removed }: FileChange): FileChange {
  return { path, patch, added, removed };
}
