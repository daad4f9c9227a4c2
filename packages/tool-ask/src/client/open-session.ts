import type { ClientContext } from "@agentclientprotocol/sdk";
import { askWithin, failureText } from "./ask-within.js";
import type { AgentInfo, OpenedSession, Question, QuestionAnswer, Update } from "./protocol.js";
import { AgentFailure, type AgentSession, type TurnHandlers } from "./types.js";

/** The prompt that runs in a session. */
export interface OpenTurn {
  readonly handlers: TurnHandlers;
  /** Puts a question of the agent; always answers. */
  ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
}

/** What an agent told of a session while nothing ran in it. */
export interface EarlyNotice {
  readonly sessionId: string;
  readonly update: Update;
}

export interface SessionParts {
  readonly agent: ClientContext;
  /** By session. */
  readonly turns: Map<string, OpenTurn>;
  /** Delivered with the next prompt: an agent complains of its configuration as soon as a session is open. */
  readonly early: EarlyNotice[];
  readonly opened: OpenedSession;
  readonly info: AgentInfo;
  dead(): string | undefined;
}

const SMALL_MS = 10_000;
const CLOSE_MS = 3000;

/** A session that the agent has opened. */
export function openAgentSession({ agent, turns, early, opened, info, dead }: SessionParts): AgentSession {
  const id = opened.sessionId;
  return {
    id,
    opened,
    async setMode(mode, signal) {
      const offered = opened.modes?.availableModes.some((known) => known.id === mode) ?? false;
      if (!offered) return false;
      if (opened.modes?.currentModeId === mode) return true;
      const set = agent.request("session/set_mode", { sessionId: id, modeId: mode });
      const limits = { ms: SMALL_MS, what: "it did not set the mode", dead };
      await askWithin(set, { ...limits, ...(signal ? { signal } : {}) });
      return true;
    },
    async prompt(text, handlers) {
      const ended = new AbortController();
      const turn: OpenTurn = {
        handlers,
        async ask(question, signal) {
          if (ended.signal.aborted) return { outcome: { outcome: "cancelled" } };
          if (!handlers.permission) return rejection(question);
          const stop = new AbortController();
          const abort = (): void => stop.abort();
          signal.addEventListener("abort", abort, { once: true });
          ended.signal.addEventListener("abort", abort, { once: true });
          try {
            return await handlers.permission(question, stop.signal);
          } catch {
            return rejection(question);
          } finally {
            ended.signal.removeEventListener("abort", abort);
          }
        },
      };
      turns.set(id, turn);
      for (const one of early.filter(({ sessionId }) => sessionId === id)) {
        early.splice(early.indexOf(one), 1);
        handlers.update(one.update);
      }
      try {
        return await agent.request("session/prompt", { sessionId: id, prompt: [{ type: "text", text }] });
      } catch (error) {
        throw new AgentFailure(dead() ?? failureText(error));
      } finally {
        turns.delete(id);
        ended.abort();
      }
    },
    cancel() {
      agent.notify("session/cancel", { sessionId: id }).catch(() => {});
    },
    async close() {
      if (dead() !== undefined || !info.agentCapabilities?.sessionCapabilities?.close) return;
      const closed = agent.request("session/close", { sessionId: id });
      await askWithin(closed, { ms: CLOSE_MS, what: "it did not close the session", dead }).catch(() => {});
    },
  };
}

function rejection({ options }: Question): QuestionAnswer {
  const no =
    options.find(({ kind }) => kind === "reject_once") ??
    options.find(({ kind }) => kind === "reject_always");
  return { outcome: no ? { outcome: "selected", optionId: no.optionId } : { outcome: "cancelled" } };
}
