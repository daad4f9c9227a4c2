import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { describeError } from "@mm-agent/core";
import type { Construct } from "../pattern/node.js";
import { scriptFlags } from "../pattern/compile-pattern.js";
import { EngineError, MAX_FILES, type Engine, type SearchJob } from "./types.js";
import type { WorkerPool } from "./worker-pool.js";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.js";

const KNOWN: ReadonlySet<string> = new Set<Construct>(["look-around", "a back-reference"]);

/** Beside the built package; from sources, where the last build left it. */
const PLACES = ["./grep-worker.js", "../../dist/grep-worker.js"];

/** The worker's program, or undefined when it was never built. */
export function workerUrl(): URL | undefined {
  return PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(fileURLToPath(url)));
}

/**
 * Searches with JavaScript in a worker of its own, which an abort ends in the middle of whatever it does: an expression
 * that backtracks for hours, a disk that does not answer.
 */
export function createJsEngine(pool: WorkerPool): Engine {
  let worker: Worker | undefined;
  const give = (idle: boolean): void => {
    if (worker) pool.give(worker, idle);
    worker = undefined;
  };

  const ask = async (job: SearchJob, task: WorkerTask): Promise<WorkerAnswer> => {
    job.signal.throwIfAborted();
    worker ??= pool.take();
    const current = worker;
    let answered = false;
    let settle: ((answer: WorkerAnswer) => void) | undefined;
    let fail: ((error: unknown) => void) | undefined;
    const onError = (error: unknown): void => fail?.(new EngineError("failed", describeError(error)));
    const onExit = (): void => fail?.(new EngineError("failed", "the search worker ended"));
    const onAbort = (): void => fail?.(job.signal.reason);
    const onMessage = (answer: WorkerAnswer): void => settle?.(answer);
    const answer = new Promise<WorkerAnswer>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    try {
      job.signal.addEventListener("abort", onAbort, { once: true });
      current.on("message", onMessage).on("error", onError).on("exit", onExit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      current.postMessage(task);
      const given = await answer;
      answered = true;
      return given;
    } finally {
      job.signal.removeEventListener("abort", onAbort);
      current.off("message", onMessage).off("error", onError).off("exit", onExit);
      if (!answered) give(false);
    }
  };
  return {
    name: "javascript",
    lacks: async (constructs) => constructs.find((construct) => !KNOWN.has(construct)),
    async count(job) {
      const answer = await ask(job, toTask(job));
      if (answer.type === "counted") return answer;
      throw failure(answer);
    },
    async locate(job, paths, most) {
      const answer = await ask(job, { ...toTask(job), locate: { paths, most } });
      if (answer.type === "located") return new Map(answer.hits);
      throw failure(answer);
    },
    close: () => give(true),
  };
}

function toTask({ pattern, include, file, root, home, prefix }: SearchJob): WorkerTask {
  if (pattern.script === undefined)
    throw new EngineError("pattern", "JavaScript cannot express this pattern");
  return {
    root,
    home,
    prefix,
    script: pattern.script,
    flags: scriptFlags(pattern.ignoreCase),
    maxFiles: MAX_FILES,
    ...(file === undefined ? {} : { file }),
    ...(include === undefined ? {} : { include: include.text }),
    ...(pattern.needle === undefined ? {} : { needle: pattern.needle }),
  };
}

function failure(answer: WorkerAnswer): EngineError {
  return answer.type === "failed"
    ? new EngineError(answer.kind, answer.message)
    : new EngineError("failed", "the search worker gave no answer");
}
