import { stat } from "node:fs";
import { withSlash } from "../path/slashes.js";
import type { Scope } from "../ignore/find-scope.js";
import { walk } from "../walk/walk.js";
import type { WalkCache } from "../walk/walk-cache.js";

export type Kind = "files" | "directories" | "mixed";

export interface Collected {
  /** Paths relative to the root; folders end in `/`. In no order. */
  readonly paths: readonly string[];
  /** The score of each path, in the same order. */
  readonly scores: readonly number[];
  /** Entries of the wanted kind that were looked at. */
  readonly seen: number;
  readonly complete: boolean;
  readonly unreadable: number;
}

export interface CollectOptions {
  readonly root: string;
  readonly scope: Scope;
  readonly kind: Kind;
  readonly maxEntries: number;
  readonly cache: WalkCache;
  readonly signal: AbortSignal;
  /** Negative: the path does not fit. */
  score(path: string): number;
}

/** Walks and keeps the paths that fit. Links count as files: where they lead is not looked at. */
export async function collect(options: CollectOptions): Promise<Collected> {
  const { kind, score } = options;
  const paths: string[] = [];
  const scores: number[] = [];
  let seen = 0;
  const consider = (path: string): void => {
    seen += 1;
    const value = score(path);
    if (value < 0) return;
    paths.push(path);
    scores.push(value);
  };
  const end = await walk({
    root: options.root,
    rules: options.scope.rules,
    signal: options.signal,
    maxEntries: options.maxEntries,
    cache: options.cache,
    onFolder({ path, files, folders, links, others }) {
      if (kind !== "directories") {
        for (const names of [files, links, others]) for (const name of names) consider(path + name);
      }
      if (kind !== "files") for (const name of folders) consider(`${path}${name}/`);
    },
  });
  return { paths, scores, seen, ...end };
}

/** Calls to the file system at the same time. */
const PARALLEL = 64;

/** The modification times of paths below `root`, in milliseconds; 0 for what is gone. */
export async function timesOf(
  root: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const base = withSlash(root);
  const times: number[] = [];
  for (let at = 0; at < paths.length; at += PARALLEL) {
    signal.throwIfAborted();
    const part = paths.slice(at, at + PARALLEL).map(
      (path) =>
        new Promise<number>((resolve) => {
          stat(`${base}${path}`, (error, found) => resolve(error ? 0 : found.mtimeMs));
        }),
    );
    times.push(...(await Promise.all(part)));
  }
  return times;
}
