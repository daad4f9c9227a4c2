/** A fair counting semaphore whose waiters leave when their signal aborts. */
export interface Semaphore {
  /** Resolves with the release function; rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    free += 1;
    waiting.shift()?.();
  };
  return {
    acquire(signal) {
      return new Promise((resolve, reject) => {
        const take = (): void => {
          signal.removeEventListener("abort", leave);
          free -= 1;
          let held = true;
          resolve(() => {
            if (held) release();
            held = false;
          });
        };
        const leave = (): void => {
          const at = waiting.indexOf(take);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal.reason as Error);
        };
        if (signal.aborted) leave();
        else if (free > 0) take();
        else {
          signal.addEventListener("abort", leave, { once: true });
          waiting.push(take);
        }
      });
    },
  };
}
