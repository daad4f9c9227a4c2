import type { Mode, Rule } from "@mm-agent/core";
import type { Problem } from "./problem.js";
import { plain, setOwn, type Tree } from "./tree.js";
import type { ConfigError, ConfigWarning, PluginEntry, RuleExamples, Source } from "./types.js";

/** The configuration while layers are laid over each other. */
export interface Draft {
  /** Plain values by top-level key, without defaults. */
  readonly values: Record<string, unknown>;
  readonly origins: Map<string, Source>;
  rules: Rule[];
  readonly examples: RuleExamples[];
  mode: Mode;
  modeSource: Source;
  /** Set when something unreadable may have held denials: the mode is never looser than `ask`. */
  floor: boolean;
  plugins: DraftPlugin[];
  readonly problems: Problem[];
  readonly warnings: ConfigWarning[];
  readonly errors: ConfigError[];
  readonly files: string[];
}

export interface DraftPlugin {
  readonly entry: Omit<PluginEntry, "key">;
  /** Line of each setting, by its path below `config`. */
  readonly lines: ReadonlyMap<string, number>;
}

export function newDraft(): Draft {
  return {
    values: {},
    origins: new Map(),
    rules: [],
    examples: [],
    mode: "yolo",
    modeSource: { kind: "default" },
    floor: false,
    plugins: [],
    problems: [],
    warnings: [],
    errors: [],
    files: [],
  };
}

const STRICTNESS: readonly Mode[] = ["plan", "ask", "edits", "yolo"];

/** True when `a` lets fewer things run than `b`. */
export function isStricter(a: Mode, b: Mode): boolean {
  return STRICTNESS.indexOf(a) < STRICTNESS.indexOf(b);
}

/** Lays a tree over what stands at `path`: maps merge, everything else replaces. */
export function overlay(
  draft: Draft,
  path: readonly string[],
  tree: Tree,
  at: (line: number) => Source,
  line = tree.line,
): void {
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>(childMap, draft.values);
  const key = path.at(-1)!;
  if (tree.kind === "map") {
    const before = own(parent, key);
    if (!isMap(before)) {
      forget(draft, path, before);
      setOwn(parent, key, {});
    }
    for (const entry of tree.entries) overlay(draft, [...path, entry.key], entry.value, at, entry.line);
    return;
  }
  setValue(draft, path, plain(tree), at(line));
}

/** Sets one value and remembers where it comes from. */
export function setValue(draft: Draft, path: readonly string[], value: unknown, source: Source): void {
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>(childMap, draft.values);
  const key = path.at(-1)!;
  forget(draft, path, own(parent, key));
  setOwn(parent, key, value);
  draft.origins.set(path.join("."), source);
}

/** What stands at a key path; undefined when nothing does. */
export function lookup(values: unknown, path: readonly string[]): unknown {
  return path.reduce((at, key) => (isMap(at) ? own(at, key) : undefined), values);
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(map: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function childMap(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  const child = own(parent, key);
  if (isMap(child)) return child;
  const made: Record<string, unknown> = {};
  setOwn(parent, key, made);
  return made;
}

function forget(draft: Draft, path: readonly string[], before: unknown): void {
  const key = path.join(".");
  draft.origins.delete(key);
  if (!isMap(before)) return;
  for (const known of draft.origins.keys()) {
    if (known.startsWith(`${key}.`)) draft.origins.delete(known);
  }
}
