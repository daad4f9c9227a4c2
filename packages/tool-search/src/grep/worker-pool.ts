import { Worker } from "node:worker_threads";

/** Milliseconds a worker waits for the next search before it ends. */
const IDLE = 20_000;

/** Lends workers: one search has one for itself, and one is kept for a while after, since starting takes longer than most searches. */
export interface WorkerPool {
  take(): Worker;
  /** Takes a worker back; one that is not `idle` is ended, whatever it does. */
  give(worker: Worker, idle: boolean): void;
  dispose(): void;
}

/** A pool of workers that run `program`. None of them keeps the process alive unless it is lent. */
export function createWorkerPool(program: URL): WorkerPool {
  let spare: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  const dispose = (): void => {
    clearTimeout(timer);
    void spare?.terminate();
    spare = undefined;
  };
  const start = (): Worker => {
    // Far above what a search needs; the limit keeps a defect from taking the whole process.
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 512 }, env: {} });
    worker.once("exit", () => {
      if (spare === worker) spare = undefined;
    });
    return worker;
  };
  return {
    take() {
      clearTimeout(timer);
      const worker = spare ?? start();
      spare = undefined;
      worker.ref();
      return worker;
    },
    give(worker, idle) {
      if (!idle || spare) {
        void worker.terminate();
        return;
      }
      spare = worker;
      worker.unref();
      timer = setTimeout(dispose, IDLE);
      timer.unref();
    },
    dispose,
  };
}
