import { EVENT_VERSION, type EventBody, type FileChange, type MmEvent } from "@mm-agent/core";
import type { CallFields, Update } from "../client/protocol.js";
import { createAnswer, type Answer } from "./answer.js";
import { agentPath } from "./meta.js";
import { bareTitle, toChanges, toKind, toText } from "./read-call.js";

export interface MapperOptions {
  /** The name of the asked agent, and of those above it within this session. */
  readonly path: readonly string[];
  /** The call that asks: what the agent calls is named after it, so that ids of several agents stay apart. */
  readonly callId: string;
  emit(event: MmEvent): void;
  /** Messages of the agent's program that belong to no answer. */
  notice(text: string): void;
}

/** Turns the updates of one prompt into events of this session. */
export interface UpdateMapper {
  readonly answer: Answer;
  update(update: Update): void;
  /** True while a call of the agent runs. */
  readonly calling: boolean;
  /** The event id of a call of the agent. */
  callId(toolCallId: string): string;
  /** Ends the calls and words that are still open. */
  finish(): void;
  /** An event of the agent below `path`. */
  emit(path: readonly string[], body: EventBody): void;
}

interface OpenCall {
  readonly tool: string;
  title: string;
  readonly path: readonly string[];
  readonly since: number;
  changes: readonly FileChange[];
  text: string;
  started: boolean;
}

export function createUpdateMapper(options: MapperOptions): UpdateMapper {
  const calls = new Map<string, OpenCall>();
  /** The message of each speaker that is not over, by path. */
  const words = new Map<string, { readonly id: string; readonly path: readonly string[]; text: string }>();
  const answer = createAnswer();
  let messages = 0;
  const callId = (id: string): string => `${options.callId}/${id}`;
  const emit = (path: readonly string[], body: EventBody): void =>
    options.emit({
      ...body,
      v: EVENT_VERSION,
      seq: 0,
      at: "",
      session: "",
      agent: [...options.path, ...path],
    });
  const endWords = (path: readonly string[]): void => {
    const key = path.join("\n");
    const open = words.get(key);
    if (!open) return;
    words.delete(key);
    emit(path, { type: "message.done", messageId: open.id, text: open.text });
  };
  const speak = (
    type: "text.delta" | "thought.delta",
    path: readonly string[],
    given: string | null | undefined,
    text: string,
  ): void => {
    if (text === "") return;
    const key = path.join("\n");
    const id = given ? `${options.callId}/${given}` : undefined;
    const before = words.get(key);
    if (before && id !== undefined && before.id !== id) endWords(path);
    const open = words.get(key) ?? {
      id: id ?? `${options.callId}/message-${(messages += 1)}`,
      path,
      text: "",
    };
    words.set(key, open);
    if (type === "text.delta") open.text += text;
    emit(path, { type, messageId: open.id, text });
  };

  const startCall = (update: CallFields, path: readonly string[]): OpenCall => {
    const tool = update.name ?? update.kind ?? "tool";
    const title = bareTitle(update.title ?? tool, update.name ?? undefined, path);
    const kind = toKind(update.kind, update.name);
    const changes = toChanges(update.content);
    const call: OpenCall = { tool, title, path, since: performance.now(), changes, text: "", started: false };
    calls.set(update.toolCallId, call);
    endWords(path);
    if (path.length === 0) answer.call();
    emit(path, {
      type: "tool.planned",
      callId: callId(update.toolCallId),
      tool,
      title,
      kind,
      input: update.rawInput ?? {},
      plan: { title, ...(changes.length > 0 ? { changes } : {}) },
    });
    return call;
  };
  const endCall = (id: string, call: OpenCall, ok: boolean, cancelled = false): void => {
    calls.delete(id);
    // With a call that asked, the agents below have said all they had to say.
    for (const { path } of words.values())
      if (path.length > call.path.length && call.path.every((name, at) => path[at] === name)) endWords(path);
    emit(call.path, {
      type: "tool.done",
      callId: callId(id),
      tool: call.tool,
      title: call.title,
      ok,
      ...(cancelled ? { code: "cancelled" as const } : ok ? {} : { code: "failed" as const }),
      text: cancelled ? "[cancelled]" : call.text,
      ...(call.changes.length > 0 && ok ? { changes: call.changes } : {}),
      ms: Math.round(performance.now() - call.since),
      echo: "preview",
    });
  };
  const takeCall = (update: CallFields, path: readonly string[]): void => {
    const call = calls.get(update.toolCallId) ?? startCall(update, path);
    if (update.content && update.content.length > 0) {
      const changes = toChanges(update.content);
      if (changes.length > 0) call.changes = changes;
      call.text = toText(update.content);
    }
    const { status, title } = update;
    // Some agents know only while a call runs what it is about.
    if (title) call.title = bareTitle(title, update.name ?? undefined, path);
    if (status === "in_progress" && !call.started) {
      call.started = true;
      emit(call.path, { type: "tool.started", callId: callId(update.toolCallId), tool: call.tool });
    }
    if (status === "completed" || status === "failed")
      endCall(update.toolCallId, call, status === "completed");
  };

  return {
    answer,
    callId,
    emit,
    get calling() {
      return [...calls.values()].some((call) => call.started);
    },
    update(update) {
      const path = agentPath(update);
      switch (update.sessionUpdate) {
        case "agent_message_chunk":
        case "agent_thought_chunk": {
          if (update.content.type !== "text") return;
          const { text } = update.content;
          const spoken = update.sessionUpdate === "agent_message_chunk";
          if (spoken && path.length === 0) answer.text(update.messageId ?? undefined, text);
          speak(spoken ? "text.delta" : "thought.delta", path, update.messageId, text);
          return;
        }
        case "tool_call":
        case "tool_call_update":
          takeCall(update, path);
          return;
        case "notice": {
          const { title, description } = update;
          options.notice(description ? description : title);
          return;
        }
        default:
      }
    },
    finish() {
      for (const { path } of words.values()) endWords(path);
      for (const [id, call] of calls) endCall(id, call, false, true);
    },
  };
}
