import { startDeadline } from "@mm-agent/core";
import type { ClientContext } from "@agentclientprotocol/sdk";
import { askWithin } from "./ask-within.js";
import { isOpened, isQuestion } from "./check-message.js";
import { openAgentSession, type EarlyNotice, type OpenTurn } from "./open-session.js";
import { openStream } from "./open-stream.js";
import type { AgentInfo, Question } from "./protocol.js";
import { spawnAgent, type Spawned } from "./spawn-agent.js";
import { AgentFailure, type AgentCommand, type AgentProcess, type StartOptions } from "./types.js";

/** The one version of the protocol that is spoken. */
const PROTOCOL_VERSION = 1;
/** Milliseconds for the answer to `session/new`. */
const SESSION_MS = 60_000;
/** Milliseconds for a program to end after it has closed its output. */
const CLOSED_MS = 1000;
/** Notices that are kept until their session is asked something. */
const MOST_EARLY = 50;
/** Lines without a message, before the first answer, after which a program is taken for something else. */
const MOST_NOISE = 1000;

/**
 * Starts an agent and makes itself known to it. The process belongs to the caller: `stop` ends it, and so does the end of
 * this process.
 *
 * @throws AgentFailure when it cannot be started, ends, or does not answer in time; whatever was started is gone then.
 */
export async function startAgent(spec: AgentCommand, options: StartOptions): Promise<AgentProcess> {
  const { client } = await import("@agentclientprotocol/sdk");
  const spawned = await spawnAgent(spec);
  const turns = new Map<string, OpenTurn>();
  const early: EarlyNotice[] = [];
  let dead: string | undefined;
  let noise = 0;
  let firstNoise = "";
  const listeners = new Set<() => void>();
  const { stream, end } = openStream(spawned.child.stdout, spawned.child.stdin, {
    update(sessionId, update) {
      const turn = turns.get(sessionId);
      if (turn) return turn.handlers.update(update);
      if (update.sessionUpdate !== "notice") return;
      early.push({ sessionId, update });
      if (early.length > MOST_EARLY) early.shift();
    },
    noise(line) {
      firstNoise ||= line.trim().slice(0, 200);
      noise += 1;
      if (noise === MOST_NOISE && !info) spawned.kill("SIGKILL");
      options.onNoise?.(line);
    },
    closed: () => void setTimeout(() => spawned.kill("SIGKILL"), CLOSED_MS).unref(),
  });
  const connection = client({ name: options.name })
    .onRequest("session/request_permission", checkedQuestion, async ({ params, signal }) => {
      const turn = turns.get(params.sessionId);
      if (!turn) return { outcome: { outcome: "cancelled" } };
      return turn.ask(params, signal);
    })
    .connect(stream);
  void spawned.ended.then((reason) => {
    dead ??= reason;
    end();
    connection.close(new AgentFailure(dead));
    for (const listener of listeners) listener();
  });
  let info: AgentInfo | undefined;
  const fail = async (error: unknown): Promise<never> => {
    const why = dead ?? (error instanceof Error ? error.message : String(error));
    await stop(spawned, 0);
    const printed = firstNoise === "" ? "" : ` (it printed ${JSON.stringify(firstNoise)})`;
    throw new AgentFailure(`${why}${printed}`);
  };
  info = await handshake(connection.agent, spawned, options).catch(fail);
  const { agent } = connection;
  const known = info;
  return {
    pid: spawned.child.pid,
    info,
    get dead() {
      return dead;
    },
    onDeath: (listener) => void listeners.add(listener),
    async openSession(cwd, { meta, signal } = {}) {
      const opened = await askWithin(
        agent.request("session/new", { cwd, mcpServers: [], ...(meta ? { _meta: { ...meta } } : {}) }),
        {
          ms: SESSION_MS,
          what: "it did not open a session",
          dead: () => dead,
          ...(signal ? { signal } : {}),
        },
      );
      if (!isOpened(opened)) throw new AgentFailure("it opened a session that is not of the protocol");
      return openAgentSession({ agent, turns, early, opened, dead: () => dead, info: known });
    },
    stop: (patienceMs) => stop(spawned, patienceMs),
  };
}

async function handshake(
  agent: ClientContext,
  spawned: Spawned,
  { name, version: ours, startMs = 60_000, signal }: StartOptions,
): Promise<AgentInfo> {
  const gone = spawned.ended.then((reason): never => {
    throw new AgentFailure(reason);
  });
  gone.catch(() => {});
  const asked = agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name, version: ours },
    clientCapabilities: {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      session: { notices: {} },
      _meta: { "mm/agent": true },
    },
  });
  const info = await askWithin(Promise.race([asked, gone]), {
    ms: startMs,
    what: "it did not answer",
    dead: () => undefined,
    ...(signal ? { signal } : {}),
  });
  const { protocolVersion: version = "none" } = (info ?? {}) as Partial<AgentInfo>;
  if (version !== PROTOCOL_VERSION)
    throw new AgentFailure(`it speaks version ${version} of the protocol, not ${PROTOCOL_VERSION}`);
  return info;
}

function checkedQuestion(params: unknown): Question {
  if (!isQuestion(params)) throw new AgentFailure("the question is not of the protocol");
  return params;
}

/** Milliseconds between the polite end and the next step. */
const STEP_MS = 400;

async function stop({ child, ended, kill }: Spawned, patienceMs = STEP_MS): Promise<void> {
  child.stdin.end();
  if (await within(ended, patienceMs)) return;
  kill("SIGTERM");
  if (await within(ended, STEP_MS)) return kill("SIGKILL");
  kill("SIGKILL");
  await within(ended, 5000);
}

async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const deadline = startDeadline(ms);
  const late = new Promise<boolean>((resolve) => {
    deadline.signal.addEventListener("abort", () => resolve(false), { once: true });
  });
  const done = await Promise.race([ended.then(() => true), late]);
  deadline.end();
  return done;
}
