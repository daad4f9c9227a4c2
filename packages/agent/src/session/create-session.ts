import { randomUUID } from "node:crypto";
import { createDispatcher, createLoopDetector, type CallOutcome, type Dispatcher } from "@mm-agent/core";
import { listCommands } from "../commands/list-commands.js";
import type { ThinkingLevel } from "../provider/types.js";
import { runTurn } from "../turn/run-turn.js";
import type { TurnEnd } from "../turn/types.js";
import { createCompactor } from "./compactor.js";
import { exchange, type Conversation } from "./conversation.js";
import { createFail } from "./create-fail.js";
import { dispatchBase } from "./dispatch-base.js";
import { createEmitter } from "./emitter.js";
import { toHistory } from "./history.js";
import { createPartialSaver } from "./partial-saver.js";
import { recordedAsk } from "./recorded-ask.js";
import { runForPerson, shareText } from "./run-for-person.js";
import type { SessionOptions } from "./session-options.js";
import type { Session } from "./types.js";
import { startConversation } from "./start-conversation.js";
import { toPrompt } from "./to-prompt.js";
import { turnContext, type Steering } from "./turn-context.js";
import { undoLastTurn } from "./undo-last-turn.js";
import { createWork } from "./work.js";

/** A session over already loaded plugins and an already chosen provider. */
export function createSession(options: SessionOptions): Session {
  let provider = options.provider;
  let turn = 0;
  let thinking: ThinkingLevel | undefined = options.request?.thinking;
  let conversation = startConversation(options.id ?? randomUUID(), options, () => provider, options.resumed);
  let context: string[] = [];
  const steering: Steering[] = [];
  const loop = createLoopDetector();
  const work = createWork();

  const partials = createPartialSaver((body) => void conversation.record(body));
  const events = createEmitter({
    session: () => conversation.id,
    turn: () => (work.inTurn ? turn : undefined),
    log: options.log,
    onEvent: (event) => {
      if (event.type === "tool.planned") conversation.titles.set(event.callId, event.title);
      partials.event(event);
    },
  });
  const { emit } = events;
  const fail = createFail({ redactor: options.redactor, conversation: () => conversation, emit });
  const history = (): ReturnType<Session["history"]> =>
    toHistory(conversation.messages, (callId) => conversation.titles.get(callId));
  const ask = recordedAsk(
    options.ask,
    () => work.signal,
    (body) => void conversation.record(body),
  );
  const asked = ask ? { ask } : {};
  const base = dispatchBase(options, () => provider, emit, history);
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
  const windowNow = (): number | undefined =>
    typeof options.window === "function" ? options.window() : options.window;
  const compactor = createCompactor({
    conversation: () => conversation,
    provider: () => provider,
    window: windowNow,
    ...(options.request?.maxTokens === undefined ? {} : { maxTokens: options.request.maxTokens }),
    settings: options.compaction ?? { auto: true, threshold: 0.8 },
    watchdogMs: options.limits.watchdogMs,
    emit,
  });

  const replace = async (next: Conversation): Promise<void> => {
    const old = conversation;
    conversation = next;
    // An answer for this session ends with it.
    options.policy.forget((rule) => rule.source === "this session");
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
    get window() {
      return windowNow();
    },
    get usage() {
      return conversation.usage;
    },
    get busy() {
      return work.busy;
    },
    subscribe: events.subscribe,
    prompt: (prompt, about = {}) =>
      work.run("turn", async (signal): Promise<TurnEnd> => {
        turn += 1;
        compactor.turnStarts();
        const { blocks, shown } = await toPrompt(prompt, { ...options, about }, emit, signal);
        const told = context.splice(0).map((text) => ({ type: "text", text }) as const);
        const end = await runTurn(
          turnContext({
            options,
            thinking,
            provider,
            dispatcher,
            compactor,
            steering,
            conversation: () => conversation,
            window: windowNow,
            emit,
            fail,
          }),
          { blocks: [...told, ...blocks], shown },
          signal,
        );
        const { reason, counters, message } = end;
        await conversation.record({
          type: "end",
          reason,
          counters,
          ...(message === undefined ? {} : { message }),
        }).saved;
        return end;
      }),
    steer(prompt, about = {}) {
      if (!work.inTurn) return false;
      steering.push({ prompt, about });
      return true;
    },
    cancel: () => work.cancel(),
    async command(line) {
      const { runLine } = await import("../commands/run-line.js");
      return runLine(line, {
        ...options,
        session,
        work,
        exchange: (user, assistant) => exchange(conversation, user, assistant),
        emit,
        history,
        answer: ask,
        compact: (signal, focus) => compactor.run(signal, focus),
      });
    },
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
    compact: (focus) => work.run("other", (signal) => compactor.run(signal, focus)),
    async reset() {
      await work.cancel();
      loop.reset();
      await replace(startConversation(randomUUID(), options, () => provider));
      steering.splice(0);
    },
    async resume(id) {
      if (!options.reopen)
        return { ok: false, text: "this session keeps no files, so there is none to go on with" };
      await work.cancel();
      const opened = await options.reopen(id, conversation.id);
      if (!opened.ok) return opened;
      loop.reset();
      await replace(startConversation(opened.value.loaded.id, options, () => provider, opened.value));
      for (const text of opened.value.loaded.notices) emit({ type: "notice", level: "warning", text });
      return { ok: true };
    },
    undo: () =>
      work.run("other", async () => {
        const undone = await undoLastTurn(conversation, options.undo?.stateDir);
        const back = undone.filter((result) => result.ok).map((result) => result.path);
        if (back.length > 0)
          context.push(`[The person took back what your tools wrote in the last turn: ${back.join(", ")}]`);
        return undone;
      }),
    run: (tool, input, { share = false } = {}) =>
      work.run("other", async (signal): Promise<CallOutcome> => {
        const outcome = await runForPerson({ ...base, sessionId: conversation.id }, tool, input, signal);
        if (share) context.push(shareText(outcome));
        return outcome;
      }),
    notify: events.notify,
    addContext: (text) => void context.push(text),
    messages: () => conversation.messages,
    history,
    async replay() {
      const { recordsToEvents } = await import("./replay.js");
      return recordsToEvents(conversation.id, await conversation.store.records(), options.tools);
    },
    async dispose() {
      await work.cancel();
      partials.stop();
      await conversation.store.close();
      await options.dispose?.();
    },
  };
  return session;
}
