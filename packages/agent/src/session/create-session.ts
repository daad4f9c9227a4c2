import { randomUUID } from "node:crypto";
import {
  createDispatcher,
  createLoopDetector,
  type CallOutcome,
  type Dispatcher,
  type ErrorWhere,
  type PermissionRequest,
} from "@mm-agent/core";
import { expandMentions } from "../context/expand-mentions.js";
import { listCommands } from "../commands/list-commands.js";
import { runLine } from "../commands/run-line.js";
import type { ThinkingLevel, UserBlock } from "../provider/types.js";
import { runTurn } from "../turn/run-turn.js";
import type { Prompt, TurnContext, TurnEnd } from "../turn/types.js";
import { createAskQueue } from "./ask-queue.js";
import { createCompactor } from "./compactor.js";
import { createConversation, type Conversation } from "./conversation.js";
import { createEmitter } from "./emitter.js";
import { toHistory } from "./history.js";
import { createMemoryStore } from "./memory-store.js";
import { createPartialSaver } from "./partial-saver.js";
import { recordsToEvents } from "./replay.js";
import { runForPerson, shareText } from "./run-for-person.js";
import type { SessionOptions } from "./session-options.js";
import type { Session, SessionError } from "./types.js";
import { undoLastTurn } from "./undo-last-turn.js";

export type { SessionOptions } from "./session-options.js";

/** A session over already loaded plugins and an already chosen provider. */
export function createSession(options: SessionOptions): Session {
  let provider = options.provider;
  let turn = 0;
  let thinking = options.request?.thinking;
  let conversation = begin(options.id ?? randomUUID(), options.resumed);
  let context: string[] = [];
  const steering: (string | readonly UserBlock[])[] = [];
  const loop = createLoopDetector();
  let running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | undefined;

  function begin(id: string, resumed?: SessionOptions["resumed"]): Conversation {
    const { name, model } = options.provider;
    return createConversation({
      id,
      store: resumed?.store ?? options.openStore?.(id) ?? createMemoryStore(),
      tools: options.tools,
      header: () => ({
        v: 1,
        session: id,
        cwd: options.cwd,
        version: options.version ?? "",
        provider: provider?.name ?? name,
        model: provider?.model ?? model,
        mode: options.policy.mode,
        journal: options.undo?.sessionId ?? id,
      }),
      ...(resumed ? { loaded: resumed.loaded } : {}),
      ...(options.messages ? { messages: options.messages } : {}),
    });
  }

  const partials = createPartialSaver((body) => void conversation.record(body));
  const events = createEmitter({
    session: () => conversation.id,
    turn: () => (running ? turn : undefined),
    log: options.log,
    onEvent: (event) => {
      if (event.type === "tool.planned") conversation.titles.set(event.callId, event.title);
      partials.event(event);
    },
  });
  const { emit } = events;
  const fail = (where: ErrorWhere, message: string, errorClass?: string): void => {
    const about = errorClass === undefined ? {} : { class: errorClass };
    const entry: SessionError = options.redactor.value({
      at: new Date().toISOString(),
      where,
      message,
      ...about,
    });
    conversation.errors.push(entry);
    void conversation.record({ type: "error", where, message: entry.message, ...about });
    emit({ type: "error", where, message, ...about });
  };
  const history = (): ReturnType<Session["history"]> =>
    toHistory(conversation.messages, (callId) => conversation.titles.get(callId));
  const ask = options.ask && createAskQueue(options.ask);
  const asked = ask
    ? {
        ask: async (request: PermissionRequest) => {
          const answer = await ask(request);
          const { callId, tool, title } = request;
          void conversation.record({ type: "permission", callId, tool, title, answer });
          return answer;
        },
      }
    : {};
  const base = {
    cwd: options.cwd,
    tools: options.tools,
    ...(options.hooks ? { hooks: options.hooks } : {}),
    workspace: options.workspace,
    env: options.env,
    configOf: options.configOf,
    limits: { maxOutput: options.maxOutput },
    log: options.log,
    host: { spawnSelf: options.spawnSelf },
    emit,
    history,
  };
  const dispatcher: Dispatcher = createDispatcher({
    ...base,
    get sessionId() {
      return conversation.id;
    },
    policy: options.policy,
    loop,
    ...asked,
    ...(options.onRemember ? { onRemember: options.onRemember } : {}),
  });
  const compactor = createCompactor({
    conversation: () => conversation,
    provider: () => provider,
    ...(options.window === undefined ? {} : { window: options.window }),
    ...(options.request?.maxTokens === undefined ? {} : { maxTokens: options.request.maxTokens }),
    settings: options.compaction ?? { auto: true, threshold: 0.8 },
    watchdogMs: options.limits.watchdogMs,
    emit,
  });

  const turnContext = (): TurnContext => ({
    sessionId: conversation.id,
    system: options.system,
    provider,
    dispatcher,
    limits: options.limits,
    request: requestOf(options.request, thinking),
    ...(options.window === undefined ? {} : { window: options.window }),
    messages: () => conversation.messages,
    append: (message, about = {}) =>
      conversation.append(
        message,
        message.role === "assistant" ? { provider: provider.name, model: provider.model, ...about } : about,
      ),
    dropLast: () => conversation.dropLast(),
    takeSteering: async () => {
      const prompts: Prompt[] = [];
      for (const next of steering.splice(0)) prompts.push(await toPrompt(next));
      return prompts;
    },
    emit,
    fail,
    beforeRequest: (signal) => compactor.ifNear(signal),
    onOverflow: (signal) => compactor.afterOverflow(signal),
  });

  const toPrompt = async (prompt: string | readonly UserBlock[]): Promise<Prompt> => {
    if (typeof prompt !== "string")
      return {
        blocks: prompt,
        shown: prompt.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n"),
      };
    const { blocks, notices } = await expandMentions(prompt, {
      workspace: options.workspace,
      maxChars: options.maxOutput,
      images: options.images ?? "unknown",
    });
    for (const text of notices) emit({ type: "notice", level: "warning", text });
    return { blocks, shown: prompt };
  };
  /** Runs one piece of work that `cancel` ends; the next waits for it. */
  const work = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    while (running) await running.ended.catch(() => {});
    const abort = new AbortController();
    const ended = Promise.resolve().then(() => run(abort.signal));
    running = { abort, ended };
    try {
      return await ended;
    } finally {
      running = undefined;
    }
  };
  const cancel = async (): Promise<void> => {
    steering.splice(0);
    running?.abort.abort();
    await running?.ended.catch(() => {});
  };
  const replace = async (next: Conversation): Promise<void> => {
    const old = conversation;
    conversation = next;
    context = [];
    turn = next.turns.length;
    partials.stop();
    await old.store.close();
    emit({ type: "session.changed", title: next.title });
  };

  const session: Session = {
    get id() {
      return conversation.id;
    },
    cwd: options.cwd,
    get title() {
      return conversation.title;
    },
    get file() {
      return conversation.store.file;
    },
    tools: options.tools,
    get commands() {
      return listCommands(options).map(({ name, description, hint }) => ({
        name,
        description,
        ...(hint === undefined ? {} : { hint }),
      }));
    },
    get errors() {
      return conversation.errors;
    },
    get mode() {
      return options.policy.mode;
    },
    get provider() {
      return provider;
    },
    get thinking() {
      return thinking;
    },
    window: options.window,
    get usage() {
      return conversation.usage;
    },
    get busy() {
      return running !== undefined;
    },
    subscribe: events.subscribe,
    prompt: (prompt, about = {}) =>
      work(async (signal): Promise<TurnEnd> => {
        turn += 1;
        compactor.turnStarts();
        const { blocks, shown } = { ...(await toPrompt(prompt)), ...about };
        const told = context.splice(0).map((text) => ({ type: "text", text }) as const);
        const end = await runTurn(turnContext(), { blocks: [...told, ...blocks], shown }, signal);
        const { reason, counters, message } = end;
        await conversation.record({
          type: "end",
          reason,
          counters,
          ...(message === undefined ? {} : { message }),
        }).saved;
        return end;
      }),
    steer(prompt) {
      if (!running) return false;
      steering.push(prompt);
      return true;
    },
    cancel,
    command: (line) =>
      runLine(line, {
        ...options,
        session,
        work,
        exchange,
        emit,
        history,
        ...asked,
        compact: (signal, focus) => compactor.run(signal, focus),
      }),
    set(change) {
      if (change.mode) options.policy.mode = change.mode;
      if (change.provider) provider = change.provider;
      if (Object.hasOwn(change, "thinking")) thinking = change.thinking;
      if (change.title !== undefined) conversation.title = change.title;
      const about = {
        ...(change.mode ? { mode: change.mode } : {}),
        ...(change.provider ? { model: change.provider.model } : {}),
        ...(change.title === undefined ? {} : { title: change.title }),
      };
      const from = change.provider ? { provider: change.provider.name } : {};
      void conversation.record({ type: "set", ...about, ...from });
      emit({ type: "session.changed", ...about });
    },
    compact: (focus) => work((signal) => compactor.run(signal, focus)),
    async reset() {
      await cancel();
      loop.reset();
      await replace(begin(randomUUID()));
    },
    async resume(id) {
      if (!options.reopen)
        return { ok: false, text: "this session keeps no files, so there is none to go on with" };
      await cancel();
      const opened = await options.reopen(id, conversation.id);
      if (!opened.ok) return opened;
      loop.reset();
      await replace(begin(opened.value.loaded.id, opened.value));
      for (const text of opened.value.loaded.notices) emit({ type: "notice", level: "warning", text });
      return { ok: true };
    },
    undo: () =>
      work(async () => {
        const undone = await undoLastTurn(conversation, options.undo?.stateDir);
        const back = undone.filter((result) => result.ok).map((result) => result.path);
        if (back.length > 0)
          context.push(`[The person took back what your tools wrote in the last turn: ${back.join(", ")}]`);
        return undone;
      }),
    run: (tool, input, { share = false } = {}) =>
      work(async (signal): Promise<CallOutcome> => {
        const outcome = await runForPerson({ ...base, sessionId: conversation.id }, tool, input, signal);
        if (share) context.push(shareText(outcome));
        return outcome;
      }),
    notify: events.notify,
    addContext: (text) => void context.push(text),
    messages: () => conversation.messages,
    history,
    replay: async () => recordsToEvents(conversation.id, await conversation.store.records()),
    async dispose() {
      await cancel();
      partials.stop();
      await conversation.store.close();
      await options.dispose?.();
    },
  };
  const exchange = async (user: string, assistant: string): Promise<void> => {
    await conversation.append({ role: "user", blocks: [{ type: "text", text: user }] }, { prompt: user });
    await conversation.append({ role: "assistant", blocks: [{ type: "text", text: assistant }] }, {});
  };
  return session;
}

function requestOf(
  request: SessionOptions["request"],
  thinking: ThinkingLevel | undefined,
): NonNullable<SessionOptions["request"]> {
  const { thinking: _configured, ...rest } = request ?? {};
  return thinking === undefined ? rest : { ...rest, thinking };
}
