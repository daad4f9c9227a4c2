import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { describeError } from "@mm-agent/core";
import type { Construct } from "../pattern/node.js";
import { scriptFlags } from "../pattern/compile-pattern.js";
import { EngineError, MAX_FILES, type Engine, type SearchJob } from "./types.js";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.js";

const KNOWN: ReadonlySet<string> = new Set<Construct>(["look-around", "a back-reference"]);

/** Beside the built package; from sources, where the last build left it. */
const PLACES = ["./worker.js", "../../dist/worker.js"];

/** The worker's program, or undefined when it was never built. */
export function workerUrl(): URL | undefined {
  return PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(fileURLToPath(url)));
}

/**
 * Searches with JavaScript in a worker of its own, which an abort ends in the middle of whatever it does: an expression
 * that backtracks for hours, a disk that does not answer.
 */
export function createJsEngine(program: URL): Engine {
  let worker: Worker | undefined;

  const ask = async (job: SearchJob, task: WorkerTask): Promise<WorkerAnswer> => {
    job.signal.throwIfAborted();
    // 512 MB is far above what a search needs; the limit keeps a defect from taking the whole process.
    worker ??= new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      env: {},
      stdin: false,
    });
    const current = worker;
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
      return await answer;
    } finally {
      job.signal.removeEventListener("abort", onAbort);
      current.off("message", onMessage).off("error", onError).off("exit", onExit);
      if (job.signal.aborted) close();
    }
  };
  const close = (): void => {
    void worker?.terminate();
    worker = undefined;
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
    close,
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
