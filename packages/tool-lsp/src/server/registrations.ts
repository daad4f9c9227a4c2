import { relative, sep } from "node:path";
import { globToRegExp } from "../text/glob.js";
import type { UriMapper } from "../text/uri.js";

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

interface Watcher {
  readonly globPattern:
    | string
    | { readonly baseUri: string | { readonly uri: string }; readonly pattern: string };
  readonly kind?: number;
}

export type FileEvent = "created" | "changed" | "deleted";

/** What a server asked for after its start (`client/registerCapability`). */
export interface Registrations {
  add(list: readonly Registration[]): void;
  remove(list: readonly { readonly id: string }[]): void;
  has(method: string): boolean;
  /** Options of every registration of a method, in order. */
  options(method: string): unknown[];
  /** True when the server wants to hear of this event. */
  watches(path: string, event: FileEvent): boolean;
}

const KIND: Record<FileEvent, number> = { created: 1, changed: 2, deleted: 4 };

export function createRegistrations(root: string, uris: UriMapper): Registrations {
  const active = new Map<string, Registration>();
  let watchers: { readonly test: (path: string) => boolean; readonly kind: number }[] | undefined;

  const compile = (): { readonly test: (path: string) => boolean; readonly kind: number }[] =>
    [...active.values()]
      .filter((entry) => entry.method === "workspace/didChangeWatchedFiles")
      .flatMap(
        (entry) => (entry.registerOptions as { watchers?: readonly Watcher[] } | undefined)?.watchers ?? [],
      )
      .map((watcher) => ({ test: tester(watcher.globPattern), kind: watcher.kind ?? 7 }));

  const tester = (glob: Watcher["globPattern"]): ((path: string) => boolean) => {
    if (typeof glob === "string") {
      const pattern = globToRegExp(glob);
      return (path) => pattern.test(slashed(path)) || pattern.test(slashed(relative(root, path)));
    }
    const base = uris.toPath(typeof glob.baseUri === "string" ? glob.baseUri : glob.baseUri.uri);
    const pattern = globToRegExp(glob.pattern);
    return (path) => path.startsWith(base) && pattern.test(slashed(relative(base, path)));
  };

  return {
    add(list) {
      for (const entry of list) active.set(entry.id, entry);
      watchers = undefined;
    },
    remove(list) {
      for (const { id } of list) active.delete(id);
      watchers = undefined;
    },
    has: (method) => [...active.values()].some((entry) => entry.method === method),
    options: (method) =>
      [...active.values()].filter((entry) => entry.method === method).map((entry) => entry.registerOptions),
    watches(path, event) {
      watchers ??= compile();
      return watchers.some((watcher) => (watcher.kind & KIND[event]) !== 0 && watcher.test(path));
    },
  };
}

function slashed(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
