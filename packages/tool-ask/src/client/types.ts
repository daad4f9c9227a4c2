import type { AgentInfo, OpenedSession, Question, QuestionAnswer, StopReason, Update } from "./protocol.js";

/** A program that speaks the Agent Client Protocol on stdin and stdout. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** False: it stays in this process's group, so that whoever ends the group reaches it. Default true. */
  readonly ownGroup?: boolean;
}

export interface StartOptions {
  readonly name: string;
  readonly version: string;
  /** Milliseconds until the agent must have answered `initialize`. Default 60,000. */
  readonly startMs?: number;
  readonly signal?: AbortSignal;
  /** Told of every line of stdout that is no message; a program that prints banners is not an error. */
  readonly onNoise?: (line: string) => void;
}

/** Why an agent cannot be asked any more; `message` is for people. */
export class AgentFailure extends Error {
  override readonly name = "AgentFailure";
}

/** What is told while a prompt runs. */
export interface TurnHandlers {
  /** In the order of the agent's messages, and never after the prompt was answered. */
  update(update: Update): void;
  /** Without it, and when it throws, every question is rejected. `signal` ends with the prompt and when the agent takes the question back. */
  permission?(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
}

/** One conversation with an agent. */
export interface AgentSession {
  readonly id: string;
  readonly opened: OpenedSession;
  /** Sets the session's mode; false when the agent has no such mode. Rejects with AgentFailure. */
  setMode(mode: string, signal?: AbortSignal): Promise<boolean>;
  /** Runs one prompt. Rejects with AgentFailure when the agent fails it or ends meanwhile. */
  prompt(text: string, handlers: TurnHandlers): Promise<{ readonly stopReason: StopReason }>;
  /** Asks the agent to end the running prompt, which then answers. */
  cancel(): void;
  /** Frees what the agent holds for the session, where it knows how to. Never rejects. */
  close(): Promise<void>;
}

/** A running agent. */
export interface AgentProcess {
  readonly pid: number | undefined;
  readonly info: AgentInfo;
  /** Why it has ended, once it has. */
  readonly dead: string | undefined;
  onDeath(listener: () => void): void;
  /** `meta` goes into `_meta` of the request. Rejects with AgentFailure. */
  openSession(
    cwd: string,
    options?: { readonly meta?: Readonly<Record<string, unknown>>; readonly signal?: AbortSignal },
  ): Promise<AgentSession>;
  /** Ends the process: stdin is closed, then it is asked to end, then it is killed. Resolves when it is gone. */
  stop(patienceMs?: number): Promise<void>;
}
