import { startAgent } from "../client/start-agent.js";
import { AgentFailure, type AgentProcess, type StartOptions } from "../client/types.js";
import type { Launch } from "./launch.js";

interface Slot {
  /** Ends the start of a process that nobody waits for any more. */
  readonly giveUp: AbortController;
  readonly started: Promise<AgentProcess>;
  /** Sessions of this mm that have used it. */
  readonly owners: Set<object>;
  /** It has started. */
  ready: boolean;
  users: number;
  idle: NodeJS.Timeout | undefined;
  /** Not given out any more; ended when nobody uses it. */
  retired: boolean;
}

export interface Lease {
  readonly process: AgentProcess;
  /** The question is over. */
  release(): void;
  /** The agent does not end what it was told to end: its process is not used again, and goes with the last user. */
  abandon(): Promise<void>;
}

export interface AcquireOptions extends StartOptions {
  /** Who asks; its processes end with `endFor`. */
  readonly owner: object;
  /** Milliseconds without a user after which the process is ended; 0 keeps it. */
  readonly idleMs: number;
}

/** Of the whole process: several sessions in one folder share an agent's process. */
const slots = new Map<string, Slot>();
/** Processes that are no longer given out but not gone yet. */
const ending = new Set<Promise<void>>();

/** The running process of an agent, started when there is none. @throws AgentFailure */
export async function acquire(launch: Launch, options: AcquireOptions): Promise<Lease> {
  const slot = slots.get(launch.key) ?? open(launch, options);
  slot.owners.add(options.owner);
  slot.users += 1;
  clearTimeout(slot.idle);
  const release = (): void => {
    slot.users -= 1;
    if (slot.users > 0) return;
    if (slot.retired || !slot.ready) void end(launch.key, slot);
    else if (options.idleMs > 0)
      slot.idle = setTimeout(() => void end(launch.key, slot), options.idleMs).unref();
  };
  try {
    const process = await orAborted(slot.started, options.signal);
    return {
      process,
      release,
      async abandon() {
        slot.retired = true;
        if (slots.get(launch.key) === slot) slots.delete(launch.key);
        if (slot.users <= 1) await process.stop(0);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Ends what only `owner` has used. Resolves when it is gone, and whatever else was about to end: mm may exit then. */
export async function endFor(owner: object): Promise<void> {
  for (const [key, slot] of slots)
    if (slot.owners.delete(owner) && slot.owners.size === 0) void end(key, slot);
  await Promise.all(ending);
}

/** Ends one process now, whoever used it. */
export async function endLaunch(launch: Launch): Promise<void> {
  const slot = slots.get(launch.key);
  if (slot) await end(launch.key, slot);
}

function open(launch: Launch, options: AcquireOptions): Slot {
  const { signal: _one, owner: _owner, idleMs: _idle, ...start } = options;
  const giveUp = new AbortController();
  const slot: Slot = {
    giveUp,
    started: startAgent(launch.spec, { ...start, signal: giveUp.signal }),
    ready: false,
    owners: new Set(),
    users: 0,
    idle: undefined,
    retired: false,
  };
  slots.set(launch.key, slot);
  const drop = (): void => {
    clearTimeout(slot.idle);
    if (slots.get(launch.key) === slot) slots.delete(launch.key);
  };
  slot.started.then((process) => {
    slot.ready = true;
    process.onDeath(drop);
  }, drop);
  return slot;
}

function end(key: string, slot: Slot): Promise<void> {
  clearTimeout(slot.idle);
  if (slots.get(key) === slot) slots.delete(key);
  slot.giveUp.abort();
  const ended = slot.started
    .then((process) => process.stop())
    .catch(() => {})
    .finally(() => ending.delete(ended));
  ending.add(ended);
  return ended;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AgentFailure("cancelled"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
