/** The one thing that a session does at a time: a turn, a compaction, a command. */
export interface Work {
  readonly busy: boolean;
  /** True while a turn runs. */
  readonly inTurn: boolean;
  /** Of what runs; one that has ended when nothing does. */
  readonly signal: AbortSignal;
  /** Runs when nothing else does; later calls wait in their order. */
  run<T>(kind: "turn" | "other", task: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends what runs; resolves when it has ended. */
  cancel(): Promise<void>;
}

interface Running {
  readonly kind: "turn" | "other";
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
}

export function createWork(): Work {
  const state: { running: Running | undefined } = { running: undefined };
  return {
    get busy() {
      return state.running !== undefined;
    },
    get inTurn() {
      return state.running?.kind === "turn";
    },
    get signal() {
      return state.running?.abort.signal ?? AbortSignal.abort();
    },
    async run(kind, task) {
      while (state.running) await state.running.ended.catch(() => {});
      const abort = new AbortController();
      const ended = Promise.resolve().then(() => task(abort.signal));
      state.running = { kind, abort, ended };
      try {
        return await ended;
      } finally {
        state.running = undefined;
      }
    },
    async cancel() {
      state.running?.abort.abort();
      await state.running?.ended.catch(() => {});
    },
  };
}
