import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { rootOf } from "./config/root-of.js";
import type { ResolvedServer } from "./config/types.js";
import { LspError } from "./protocol/lsp-error.js";
import { LanguageServer } from "./server/language-server.js";
import type { FileEvent } from "./server/registrations.js";
import { watchTree, type TreeWatcher } from "./watch/tree-watcher.js";

export interface PoolOptions {
  /** Absolute; no server works above it. */
  readonly root: string;
  /** From `resolveServers`. */
  readonly servers: readonly ResolvedServer[];
  /** Reads a file's text; the default reads the disk. */
  readonly readText?: (path: string, signal?: AbortSignal) => Promise<string>;
  readonly log?: (message: string) => void;
  /** Milliseconds for the start of a server. Default 30000. */
  readonly startMs?: number;
  /** Milliseconds without use after which a server is stopped; 0, the default, keeps it. */
  readonly idleMs?: number;
  /** Files open in one server at a time. Default 64. */
  readonly maxOpen?: number;
}

interface Slot {
  readonly started: Promise<LanguageServer>;
  users: number;
  idle?: NodeJS.Timeout | undefined;
}

const SETTLE_MS = 2000;
const CRASH_WINDOW_MS = 5 * 60_000;
const CRASHES_ALLOWED = 3;

/**
 * The language servers of one project folder: one process per server and root, started by the first call that needs it
 * and shared by all, started again after a crash, ended by `dispose`.
 */
export class LanguageServerPool {
  readonly root: string;
  readonly servers: readonly ResolvedServer[];
  readonly #options: PoolOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #crashes = new Map<string, { times: number[]; last: string }>();
  readonly #running = new Set<LanguageServer>();
  readonly #ending = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #watcher: TreeWatcher | undefined;
  #disposed: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.root = options.root;
    this.servers = options.servers;
  }

  /** Servers for a path, by its extension, in the order of the configuration. */
  serversFor(path: string): readonly ResolvedServer[] {
    const extension = extname(path);
    return this.servers.filter((server) => server.extensions.includes(extension));
  }

  /** Servers that are running now. */
  running(): readonly LanguageServer[] {
    return [...this.#running];
  }

  /** Files below the root that the pool knows of; empty until the first server has started. */
  files(): ReadonlySet<string> {
    return this.#watcher?.files() ?? new Set();
  }

  /**
   * Runs `work` with the server for a path, starting it when needed. When the server dies meanwhile it is started again
   * and `work` runs a second time, so `work` must only read.
   *
   * @throws {LspError} `start` when it does not start or keeps dying; whatever `work` throws.
   */
  async use<T>(
    spec: ResolvedServer,
    path: string,
    work: (server: LanguageServer) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const slot = this.#slot(spec, rootOf(path, this.root, spec.preset.rootMarkers));
      slot.users++;
      clearTimeout(slot.idle);
      try {
        const server = await abortable(slot.started, signal);
        await settled(this.#watcher);
        return await work(server);
      } catch (error) {
        if (attempt > 0 || !(error instanceof LspError) || error.code !== "died") throw error;
      } finally {
        slot.users--;
        this.#scheduleIdle(slot);
      }
    }
  }

  /** Tells every server at once of changes on disk, for callers that write themselves. Never rejects. */
  async changed(changes: ReadonlyMap<string, FileEvent>): Promise<void> {
    for (const server of this.#running) {
      for (const [path, event] of changes) server.noteChange(path, event);
      await server.refresh().catch(() => undefined);
    }
  }

  /** Ends every server and waits until nothing of them is left. Never rejects. */
  dispose(): Promise<void> {
    this.#disposed ??= (async () => {
      this.#watcher?.close();
      this.#stop.abort();
      const slots = [...this.#slots.values()];
      this.#slots.clear();
      await Promise.all(
        slots.map(async (slot) => {
          clearTimeout(slot.idle);
          await slot.started.then((server) => server.stop()).catch(() => undefined);
        }),
      );
      await Promise.all(this.#ending);
    })();
    return this.#disposed;
  }

  #slot(spec: ResolvedServer, root: string): Slot {
    if (this.#disposed) throw new LspError("start", "the session has ended");
    const key = `${spec.name}\n${root}`;
    const known = this.#slots.get(key);
    if (known) return known;
    const crashes = this.#crashes.get(key);
    const recent = crashes?.times.filter((time) => Date.now() - time < CRASH_WINDOW_MS) ?? [];
    if (recent.length >= CRASHES_ALLOWED) {
      throw new LspError(
        "start",
        `ended ${recent.length} times within 5 minutes and is left off\n${crashes?.last ?? ""}`.trimEnd(),
      );
    }
    this.#watcher ??= watchTree(this.root, (path, event) => {
      for (const server of this.#running) if (path.startsWith(server.root)) server.noteChange(path, event);
    });
    const slot: Slot = { started: this.#start(spec, root, key), users: 0 };
    this.#slots.set(key, slot);
    return slot;
  }

  async #start(spec: ResolvedServer, root: string, key: string): Promise<LanguageServer> {
    const drop = (reason: string, tail: string): void => {
      this.#slots.delete(key);
      const times = this.#crashes.get(key)?.times ?? [];
      this.#crashes.set(key, {
        times: [...times, Date.now()].slice(-CRASHES_ALLOWED),
        last: `${reason}\n${tail}`.trim(),
      });
    };
    try {
      const server = await LanguageServer.start({
        spec,
        root,
        readText: this.#options.readText ?? ((path, signal) => readFile(path, { encoding: "utf8", signal })),
        log: this.#options.log ?? (() => undefined),
        startMs: this.#options.startMs ?? 30_000,
        maxOpen: this.#options.maxOpen ?? 64,
        signal: this.#stop.signal,
      });
      this.#running.add(server);
      server.onDeath(() => {
        this.#running.delete(server);
        if (server.dead !== "was stopped") drop(server.dead ?? "", server.stderrTail(5));
        else if (this.#slots.get(key) !== undefined) this.#slots.delete(key);
      });
      return server;
    } catch (error) {
      drop(error instanceof Error ? error.message : String(error), "");
      throw error;
    }
  }

  #scheduleIdle(slot: Slot): void {
    const { idleMs = 0 } = this.#options;
    if (idleMs <= 0 || slot.users > 0) return;
    clearTimeout(slot.idle);
    slot.idle = setTimeout(() => {
      if (slot.users > 0) return;
      const end = slot.started.then((server) => server.stop()).catch(() => undefined);
      this.#ending.add(end);
      void end.then(() => this.#ending.delete(end));
    }, idleMs);
    slot.idle.unref();
  }
}

/** Walking a very large tree for the first time must not hold up an answer for long. */
async function settled(watcher: TreeWatcher | undefined): Promise<void> {
  if (!watcher) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, SETTLE_MS)));
  await Promise.race([watcher.settle(), late]);
  clearTimeout(timer);
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((done, fail) => {
    const abort = (): void => fail(new LspError("cancelled", "cancelled"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(done, fail).finally(() => signal.removeEventListener("abort", abort));
  });
}
