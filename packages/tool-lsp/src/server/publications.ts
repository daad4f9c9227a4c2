import type { Diagnostic } from "../protocol/types.js";

/** What a server last published about one file. */
export interface Publication {
  readonly diagnostics: readonly Diagnostic[];
  /** The document version it speaks of, where the server says so. */
  readonly version: number | undefined;
  /** The message count when it came. */
  readonly at: number;
  readonly time: number;
  /** How many came since the file was last sent. */
  readonly count: number;
}

export interface Publications {
  put(
    path: string,
    diagnostics: readonly Diagnostic[],
    version: number | undefined,
    at: number,
    sentAt: number,
  ): void;
  get(path: string): Publication | undefined;
  all(): ReadonlyMap<string, Publication>;
  /** Resolves at the next publication for the path, or after `ms`. */
  next(path: string, ms: number, signal?: AbortSignal): Promise<void>;
}

export function createPublications(): Publications {
  const known = new Map<string, Publication>();
  const waiting = new Map<string, Set<() => void>>();
  return {
    put(path, diagnostics, version, at, sentAt) {
      const before = known.get(path);
      const count = before && before.at > sentAt ? before.count + 1 : 1;
      known.set(path, { diagnostics, version, at, time: Date.now(), count });
      for (const wake of waiting.get(path) ?? []) wake();
    },
    get: (path) => known.get(path),
    all: () => known,
    async next(path, ms, signal) {
      await new Promise<void>((done) => {
        const wakers = waiting.get(path) ?? new Set();
        waiting.set(path, wakers);
        const timer = setTimeout(finish, ms);
        function finish(): void {
          clearTimeout(timer);
          wakers.delete(finish);
          if (wakers.size === 0) waiting.delete(path);
          signal?.removeEventListener("abort", finish);
          done();
        }
        wakers.add(finish);
        signal?.addEventListener("abort", finish, { once: true });
      });
    },
  };
}
