import { describeError, type Answer, type Ctx } from "@mm-agent/core";
import type { Question, QuestionAnswer, StopReason, Update } from "../client/protocol.js";
import type { AgentSession } from "../client/types.js";
import { createUpdateMapper } from "../events/map-updates.js";
import type { Agent } from "../roster/types.js";
import { silentFor } from "../texts.js";
import { acquire, type Lease } from "./agent-pool.js";
import { askPermission } from "./ask-permission.js";
import { depthOf } from "./depth.js";
import type { Launch } from "./launch.js";
import { readVersion } from "../version.js";
import { watchSilence } from "./silence.js";

export interface AskScope {
  readonly ctx: Ctx;
  /** Whose processes these are. */
  readonly owner: object;
  readonly idleMs: number;
  readonly startMs: number;
  /** Milliseconds; 0 = never. */
  readonly watchdogMs: number;
  readonly remembered: Map<string, Answer["outcome"]>;
  /** Notices that were told before: a fresh session says the same with every question. */
  readonly told: Set<string>;
}

export interface AskRequest {
  readonly agent: Agent;
  /** The agent's name in events; tells two of one name apart. */
  readonly label: string;
  /** The whole text that is sent. */
  readonly prompt: string;
  readonly launch: Launch;
  readonly cwd: string;
  readonly inspect: boolean;
}

/** What came of one question. */
export type Asked =
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "empty" }
  /** Nothing was said. */
  | { readonly kind: "failed"; readonly reason: string }
  /** `text` was said before; it may be empty. */
  | {
      readonly kind: "stopped";
      readonly text: string;
      readonly reason: string;
      readonly why: "cancelled" | "silent" | "broken" | "limit";
    };

const STOPPED: Readonly<Record<StopReason, string>> = {
  end_turn: "",
  cancelled: "cancelled",
  max_tokens: "its answer reached the model's output limit",
  max_turn_requests: "it reached the limit of its turn",
  refusal: "its model refused to answer",
};

/** Asks an agent in a session of its own and waits for the end of its turn. Never throws. */
export async function runAsk(request: AskRequest, scope: AskScope): Promise<Asked> {
  const { ctx } = scope;
  const mapper = createUpdateMapper({
    path: [request.label],
    callId: request.label === request.agent.name ? ctx.callId : `${ctx.callId}/${request.label}`,
    emit(event) {
      silence.life();
      ctx.host.emit(event);
    },
    notice: tell,
  });
  const silence = watchSilence(scope.watchdogMs, () => mapper.calling);
  const stop = new AbortController();
  const follow = (): void => stop.abort();
  for (const signal of [ctx.signal, silence.signal]) {
    if (signal.aborted) follow();
    signal.addEventListener("abort", follow, { once: true });
  }
  let lease: Lease | undefined;
  let session: AgentSession | undefined;
  let over = false;
  try {
    lease = await acquire(request.launch, {
      name: "mm",
      version: readVersion(),
      owner: scope.owner,
      idleMs: scope.idleMs,
      startMs: scope.startMs,
      signal: stop.signal,
      onNoise: (line) => ctx.log.debug(`${request.agent.name} printed: ${line.slice(0, 500)}`),
    });
    session = await openSession(lease, request, ctx, stop.signal).catch(async (error: unknown) => {
      // Who does not even open a session is started anew for the next question.
      await lease?.abandon();
      throw error;
    });
    mapper.emit([], { type: "session.changed", ...nameOf(lease, session) });
    const update = (told: Update): void => {
      // A plan or a look at a running tool's output is no event, but a sign of life.
      silence.life();
      // After it was given up it may go on speaking for a while, to nobody.
      if (!over) mapper.update(told);
    };
    const permission = async (question: Question, signal: AbortSignal): Promise<QuestionAnswer> => {
      if (over) return { outcome: { outcome: "cancelled" } };
      return askPermission(question, signal, {
        ctx,
        mapper,
        silence,
        path: [request.label],
        mm: request.launch.mm,
        inspect: request.inspect,
        yolo: request.agent.yolo ?? ctx.host.yolo,
        remembered: scope.remembered,
      });
    };
    const said = await promptUntil(session, request.prompt, { update, permission }, stop.signal, {
      graceMs: graceMs(ctx),
      abandon: async () => lease?.abandon(),
    });
    over = true;
    mapper.finish();
    if (said?.stopReason === "end_turn") {
      const text = mapper.answer.read();
      return text === "" ? { kind: "empty" } : { kind: "answered", text };
    }
    return stoppedBy(said ? said.stopReason : "cancelled");
  } catch (error) {
    mapper.finish();
    if (stop.signal.aborted) return stoppedBy("cancelled");
    const text = mapper.answer.all();
    const reason = describeError(error);
    return text === "" ? { kind: "failed", reason } : { kind: "stopped", text, reason, why: "broken" };
  } finally {
    silence.stop();
    void session?.close();
    ctx.signal.removeEventListener("abort", follow);
    lease?.release();
  }

  function tell(text: string): void {
    // Agents share most of the configuration, and what is wrong with it.
    if (scope.told.has(text)) return;
    scope.told.add(text);
    mapper.emit([], { type: "notice", level: "warning", text: `${request.agent.name}: ${text}` });
  }

  function stoppedBy(reason: StopReason): Asked {
    const text = mapper.answer.all();
    if (silence.signal.aborted && !ctx.signal.aborted)
      return { kind: "stopped", text, reason: silentFor(scope.watchdogMs), why: "silent" };
    const why = reason === "cancelled" ? "cancelled" : reason === "max_turn_requests" ? "limit" : "broken";
    return { kind: "stopped", text, reason: STOPPED[reason] ?? "it ended its turn without a reason", why };
  }
}

/** What the agent calls itself and the model it uses, for headers. */
function nameOf({ process }: Lease, { opened }: AgentSession): { title?: string; model?: string } {
  const { agentInfo } = process.info;
  const title = agentInfo?.title || agentInfo?.name;
  const model = opened.configOptions?.find(({ id, category }) => category === "model" || id === "model");
  return {
    ...(title ? { title } : {}),
    ...(typeof model?.currentValue === "string" ? { model: model.currentValue } : {}),
  };
}

/** Milliseconds for an agent to end its turn; the deeper it stands the fewer, so that the whole tree ends within two seconds. */
function graceMs(ctx: Ctx): number {
  return Math.max(500, 1300 - 500 * depthOf(ctx.env));
}

/** A fresh session, in the mode that the question is to run in. */
async function openSession(
  { process }: Lease,
  { agent, cwd, inspect, launch }: AskRequest,
  ctx: Ctx,
  signal: AbortSignal,
): Promise<AgentSession> {
  const meta = launch.mm ? { "mm/store": false } : {};
  const session = await process.openSession(cwd, { meta, signal });
  if (!launch.mm) {
    if (inspect) await session.setMode("plan", signal);
    return session;
  }
  if (!inspect) await session.setMode(modeFor(agent, ctx.host.yolo), signal);
  return session;
}

/** The entry decides, else this session; what the agent's own file restricts holds unless the entry says otherwise. */
function modeFor({ yolo, launch }: Agent, here: boolean): "yolo" | "ask" | "plan" {
  const own = launch.kind === "mm" ? launch.mode : undefined;
  if (yolo === true) return "yolo";
  if (own === "plan") return "plan";
  return yolo === undefined && here && own === undefined ? "yolo" : "ask";
}

/** Runs the prompt; when `signal` aborts, asks the agent to stop, and gives it up when it does not. */
async function promptUntil(
  session: AgentSession,
  text: string,
  handlers: Parameters<AgentSession["prompt"]>[1],
  signal: AbortSignal,
  giveUp: { readonly graceMs: number; abandon(): Promise<void> },
): Promise<{ readonly stopReason: StopReason } | undefined> {
  // A line that begins with a slash would run a command of the agent's program.
  const prompt = session.prompt(text.startsWith("/") ? ` ${text}` : text, handlers);
  prompt.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let cancel: () => void = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = () => {
      session.cancel();
      timer = setTimeout(() => void giveUp.abandon().then(() => resolve(undefined)), giveUp.graceMs);
    };
  });
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([prompt, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
