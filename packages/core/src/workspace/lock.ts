import { AsyncLocalStorage } from "node:async_hooks";
import { WorkspaceError } from "./error.js";

/** Holders of one lock: the first has it, the others wait in the order they came. */
type Queue = Waiter[];

interface Waiter {
  readonly scope: Scope;
  wake(): void;
}

/** One running `withLocks`: what it holds, and the queues of locks asked for again inside it. */
interface Scope {
  readonly parent: Scope | undefined;
  readonly held: Map<string, Map<string, Queue>>;
  /** Queues this scope stands in without being first. */
  readonly waiting: Set<Queue>;
  closed: boolean;
}

interface Registry {
  readonly top: Map<string, Queue>;
  readonly current: AsyncLocalStorage<Scope>;
}

const NAME = Symbol.for("mm.workspace.locks");

/** One table for the process, even when two copies of this module are loaded (bundles, plugins with their own core). */
function registry(): Registry {
  const shared = globalThis as { [NAME]?: Registry };
  return (shared[NAME] ??= { top: new Map(), current: new AsyncLocalStorage() });
}

/**
 * Runs `fn` while this process holds every key. Waiters are served in the order they came; keys are taken in a fixed
 * order. Inside `fn` the same keys may be locked again: such inner calls exclude each other, not their owner.
 *
 * @throws {WorkspaceError} `conflict` when waiting would never end, because two calls wait for what the other holds.
 * @throws the signal's reason when it aborts before the locks are held; `fn` has not run then.
 */
export async function withLocks<T>(
  keys: readonly string[],
  fn: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { top, current } = registry();
  let parent = current.getStore();
  while (parent?.closed) parent = parent.parent;
  const scope: Scope = { parent, held: new Map(), waiting: new Set(), closed: false };
  const taken: { key: string; table: Map<string, Queue>; waiter: Waiter }[] = [];
  try {
    for (const key of [...new Set(keys)].toSorted()) {
      signal?.throwIfAborted();
      const table = tableFor(key, parent) ?? top;
      const waiter = await enter(table, key, scope, signal);
      taken.push({ key, table, waiter });
      scope.held.set(key, new Map());
    }
    return await current.run(scope, fn);
  } finally {
    scope.closed = true;
    for (const { key, table, waiter } of taken.toReversed()) leave(table, key, waiter);
  }
}

/** The queues for a key that an enclosing scope holds already. */
function tableFor(key: string, scope: Scope | undefined): Map<string, Queue> | undefined {
  for (let at = scope; at; at = at.parent) {
    const table = at.closed ? undefined : at.held.get(key);
    if (table) return table;
  }
  return undefined;
}

async function enter(
  table: Map<string, Queue>,
  key: string,
  scope: Scope,
  signal: AbortSignal | undefined,
): Promise<Waiter> {
  let wake = (): void => {};
  const turn = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const waiter: Waiter = { scope, wake };
  const queue = table.get(key) ?? [];
  if (queue.length === 0) table.set(key, queue);
  queue.push(waiter);
  if (queue.length === 1) return waiter;
  scope.waiting.add(queue);
  let abort = (): void => {};
  try {
    if (endless(scope)) {
      throw new WorkspaceError(
        "conflict",
        key,
        "two calls wait for each other's files; try this call again on its own",
      );
    }
    if (signal) {
      await Promise.race([
        turn,
        new Promise<never>((_, reject) => {
          abort = () => reject(signal.reason as Error);
          signal.addEventListener("abort", abort, { once: true });
        }),
      ]);
    } else await turn;
    return waiter;
  } catch (error) {
    leave(table, key, waiter);
    throw error;
  } finally {
    scope.waiting.delete(queue);
    signal?.removeEventListener("abort", abort);
  }
}

function leave(table: Map<string, Queue>, key: string, waiter: Waiter): void {
  const queue = table.get(key);
  if (!queue) return;
  const index = queue.indexOf(waiter);
  queue.splice(index, 1);
  if (queue.length === 0) table.delete(key);
  else if (index === 0) queue[0]?.wake();
}

/** Whether somebody that `scope` waits for waits, in turn, for `scope` or for one that encloses it. */
function endless(scope: Scope): boolean {
  const mine = new Set<Scope>();
  for (let at: Scope | undefined = scope; at; at = at.parent) mine.add(at);
  const seen = new Set<Scope>();
  const open = ahead(scope);
  for (let next = open.pop(); next; next = open.pop()) {
    if (mine.has(next)) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...ahead(next), ...inner(next));
  }
  return false;
}

function ahead(scope: Scope): Scope[] {
  const found: Scope[] = [];
  for (const queue of scope.waiting) {
    for (const waiter of queue) {
      if (waiter.scope === scope) break;
      found.push(waiter.scope);
    }
  }
  return found;
}

/** Scopes running inside `scope`: it does not end before they do. Found through every queue they stand in. */
function inner(scope: Scope): Scope[] {
  const found: Scope[] = [];
  for (const waiter of waitingEverywhere()) {
    for (let at = waiter.parent; at; at = at.parent) if (at === scope) found.push(waiter);
  }
  return found;
}

function waitingEverywhere(): Scope[] {
  const found: Scope[] = [];
  const visit = (table: Map<string, Queue>): void => {
    for (const queue of table.values()) {
      for (const waiter of queue) {
        if (waiter.scope.waiting.size > 0) found.push(waiter.scope);
        for (const inside of waiter.scope.held.values()) visit(inside);
      }
    }
  };
  visit(registry().top);
  return found;
}
