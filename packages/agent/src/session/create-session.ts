import { randomUUID } from "node:crypto";
import {
  createDispatcher,
  createLoopDetector,
  EVENT_VERSION,
  type Answer,
  type CallOutcome,
  type Dispatcher,
  type ErrorWhere,
  type EventBody,
  type Host,
  type InstalledHooks,
  type Logger,
  type MmEvent,
  type PermissionPolicy,
  type PermissionRequest,
  type Redactor,
  type Rule,
  type Tool,
  type Usage,
  type Workspace,
} from "@mm-agent/core";
import type { Message, Provider, ThinkingLevel, UserBlock } from "../provider/types.js";
import { runTurn } from "../turn/run-turn.js";
import type { TurnContext, TurnEnd, TurnLimits } from "../turn/types.js";
import { createAskQueue } from "./ask-queue.js";
import { toHistory } from "./history.js";
import type { Session, SessionError, SessionStore } from "./types.js";

export interface SessionOptions {
  readonly id?: string;
  readonly cwd: string;
  readonly provider: Provider;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly hooks?: readonly InstalledHooks[];
  readonly policy: PermissionPolicy;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  configOf(tool: string): unknown;
  readonly maxOutput: number;
  readonly limits: TurnLimits;
  readonly request?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly thinking?: ThinkingLevel;
  };
  readonly window?: number;
  /** Default `auto`. */
  readonly textToolCalls?: "auto" | "on" | "off";
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly spawnSelf: Host["spawnSelf"];
  /** Absent: whatever would ask is rejected. */
  readonly ask?: (request: PermissionRequest) => Promise<Answer>;
  readonly onRemember?: (rules: readonly Rule[], scope: "session" | "project") => void;
  readonly store?: SessionStore;
  /** The conversation so far, for a resumed session. */
  readonly messages?: readonly Message[];
  dispose?(): Promise<void>;
}

/** A session over already loaded plugins and an already chosen provider. */
export function createSession(options: SessionOptions): Session {
  const id = options.id ?? randomUUID();
  const messages: Message[] = [...(options.messages ?? [])];
  const errors: SessionError[] = [];
  const listeners = new Set<(event: MmEvent) => void>();
  const titles = new Map<string, string>();
  const steering: (readonly UserBlock[])[] = [];
  const loop = createLoopDetector();
  let provider = options.provider;
  let seq = 0;
  let turn = 0;
  let running: { readonly abort: AbortController; readonly ended: Promise<TurnEnd> } | undefined;

  const emit = (body: EventBody): void => {
    const event: MmEvent = {
      v: EVENT_VERSION,
      seq: (seq += 1),
      at: new Date().toISOString(),
      session: id,
      ...(running ? { turn } : {}),
      ...body,
    };
    if (body.type === "tool.planned") titles.set(body.callId, body.title);
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        options.log.error("a listener of the session failed", { error: String(error), event: body.type });
      }
    }
  };
  const fail = (where: ErrorWhere, message: string, errorClass?: string): void => {
    const about = errorClass === undefined ? {} : { class: errorClass };
    const entry: SessionError = options.redactor.value({
      at: new Date().toISOString(),
      where,
      message,
      ...about,
    });
    errors.push(entry);
    void options.store?.error(entry);
    emit({ type: "error", where, message, ...about });
  };
  const history = (): ReturnType<Session["history"]> => toHistory(messages, (callId) => titles.get(callId));
  const ask = options.ask && createAskQueue(options.ask);

  const dispatcher: Dispatcher = createDispatcher({
    sessionId: id,
    cwd: options.cwd,
    tools: options.tools,
    ...(options.hooks ? { hooks: options.hooks } : {}),
    policy: options.policy,
    loop,
    workspace: options.workspace,
    env: options.env,
    configOf: options.configOf,
    limits: { maxOutput: options.maxOutput },
    log: options.log,
    host: { spawnSelf: options.spawnSelf },
    ...(ask
      ? {
          ask: async (request: PermissionRequest) => {
            const answer = await ask(request);
            void options.store?.permission(request, answer);
            return answer;
          },
        }
      : {}),
    ...(options.onRemember ? { onRemember: options.onRemember } : {}),
    emit,
    history,
  });

  const context = (): TurnContext => ({
    sessionId: id,
    system: options.system,
    provider,
    dispatcher,
    limits: options.limits,
    request: options.request ?? {},
    textToolCalls: options.textToolCalls ?? "auto",
    ...(options.window === undefined ? {} : { window: options.window }),
    messages: () => messages,
    append: (message, about: { readonly outcome?: CallOutcome; readonly usage?: Usage } = {}) => {
      messages.push(message);
      return options.store?.message(message, about);
    },
    takeSteering: () => steering.splice(0),
    emit,
    fail,
  });

  const toBlocks = (prompt: string | readonly UserBlock[]): readonly UserBlock[] =>
    typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;

  return {
    id,
    cwd: options.cwd,
    tools: options.tools,
    errors,
    get mode() {
      return options.policy.mode;
    },
    get provider() {
      return provider;
    },
    get busy() {
      return running !== undefined;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async prompt(prompt) {
      // Another prompt may have been first when the turn ended.
      for (let before = running; before; before = running) await before.ended.catch(() => {});
      const abort = new AbortController();
      turn += 1;
      const ended = Promise.resolve().then(() => runTurn(context(), toBlocks(prompt), abort.signal));
      running = { abort, ended };
      try {
        return await ended;
      } finally {
        running = undefined;
      }
    },
    steer(prompt) {
      if (!running) return false;
      steering.push(toBlocks(prompt));
      return true;
    },
    async cancel() {
      running?.abort.abort();
      await running?.ended.catch(() => {});
    },
    set(change) {
      if (change.mode) options.policy.mode = change.mode;
      if (change.provider) provider = change.provider;
      const model = change.provider ? { model: change.provider.model } : {};
      const about = { ...(change.mode ? { mode: change.mode } : {}), ...model };
      void options.store?.set(about);
      emit({ type: "session.changed", ...about });
    },
    messages: () => messages,
    history,
    async dispose() {
      running?.abort.abort();
      await running?.ended.catch(() => {});
      await options.store?.close();
      await options.dispose?.();
    },
  };
}
