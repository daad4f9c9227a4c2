import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { modeOf } from "./apply-mode.js";
import { clean, unknownKey } from "./clean.js";
import { isStricter, overlay, setValue, type Draft } from "./draft.js";
import { nearest } from "./nearest.js";
import type { Report } from "./problem.js";
import { isHarmless, isInside } from "./project-filter.js";
import { readKeymap } from "./read-keymap.js";
import { readPermissions } from "./read-permissions.js";
import { readPlugins } from "./read-plugins.js";
import { configSchema } from "./schema.js";
import { listTree, mapTree, plain, scalarTree, type Tree, type TreeEntry, type TreeMap } from "./tree.js";
import type { Layer, Source } from "./types.js";

export interface FileLayer {
  readonly layer: Layer;
  /** Absolute. */
  readonly file: string;
  readonly root: TreeMap;
  /** False: only harmless keys count. */
  readonly trusted: boolean;
  readonly projectRoot: string;
  readonly home: string | undefined;
}

const RESTRICTING: ReadonlySet<string> = new Set(["permissions", "yolo", "mode"]);

/** Lays one config file over the draft. */
export function applyFile(draft: Draft, from: FileLayer): void {
  const report: Report = (problem) => draft.problems.push({ ...problem, file: from.file });
  const ignored: string[] = [];
  const modes: TreeEntry[] = [];
  for (const entry of from.root.entries) {
    const { key } = entry;
    const known: boolean = Object.hasOwn(configSchema.properties, key);
    if (!known) {
      const keys = Object.keys(configSchema.properties);
      report({ line: entry.line, path: key, ...unknownKey(key, keys) });
      // A misspelt key that was to restrict something must not leave everything allowed.
      if (RESTRICTING.has(nearest(key, keys) ?? "")) draft.floor = true;
    } else if (!from.trusted && !isHarmless(key)) {
      ignored.push(key);
    } else if (key === "yolo" || key === "mode") {
      modes.push(entry);
    } else if (key === "permissions") {
      applyPermissions(draft, entry.value, from, report, ignored);
    } else if (key === "plugins") {
      applyPlugins(draft, entry, from, report);
    } else {
      applyKey(draft, entry, from, report, ignored);
    }
  }
  applyMode(draft, modes, from, report, ignored);
  if (ignored.length > 0) {
    draft.warnings.push({
      file: from.file,
      message: `${from.file}: this folder is not trusted, so these settings do not count: ${ignored.join(", ")}`,
      untrusted: ignored,
    });
  }
}

function fileSource(from: FileLayer): (line: number) => Source {
  return (line) => ({ kind: "file", layer: from.layer, file: from.file, line });
}

function applyKey(draft: Draft, entry: TreeEntry, from: FileLayer, report: Report, ignored: string[]): void {
  const key = entry.key as keyof typeof configSchema.properties;
  const cleaned =
    key === "keys"
      ? readKeymap(entry.value, report)
      : clean(entry.value, configSchema.properties[key], key, report);
  if (cleaned === undefined) return;
  const at = fileSource(from);
  if (key === "skillsDir" || key === "instructions") {
    const tree = absolutePaths(cleaned, from);
    if (from.trusted) overlay(draft, [key], tree, at, entry.line);
    else addInside(draft, key, tree, entry.line, from, ignored);
    return;
  }
  overlay(draft, [key], key === "mmConfigs" ? absoluteAgents(cleaned, from) : cleaned, at, entry.line);
}

// A project that nobody has looked at may add to what the person set, but replace nothing of it.
function addInside(
  draft: Draft,
  key: string,
  tree: Tree,
  line: number,
  from: FileLayer,
  ignored: string[],
): void {
  if (tree.kind !== "list") {
    if (plain(tree) === false) ignored.push(key);
    return;
  }
  const paths = plain(tree) as string[];
  const inside = paths.filter((path) => isInside(from.projectRoot, path));
  if (inside.length < paths.length) ignored.push(`${key} (outside of the project)`);
  const before = draft.values[key];
  if (inside.length === 0 || before === false) return;
  setValue(draft, [key], [...(Array.isArray(before) ? before : []), ...inside], fileSource(from)(line));
}

function applyPermissions(
  draft: Draft,
  tree: Tree,
  from: FileLayer,
  report: Report,
  ignored: string[],
): void {
  const read = readPermissions(tree, from.file, report);
  if (read.unreadable) draft.floor = true;
  const counted = from.trusted ? read.rules : read.rules.filter((rule) => rule.decision !== "allow");
  const lost = read.rules.length - counted.length;
  if (lost > 0) ignored.push(`permissions (${lost} allow ${lost === 1 ? "rule" : "rules"})`);
  draft.rules.push(...counted);
  draft.examples.push(...read.examples.filter((example) => counted.includes(example.rule)));
}

function applyPlugins(draft: Draft, entry: TreeEntry, from: FileLayer, report: Report): void {
  if (plain(entry.value) === null) return;
  const read = readPlugins(entry.value, from.file, from.layer, report);
  if (read === undefined) {
    draft.floor = true;
    return;
  }
  // A list replaces the list before it; a guard is a permission, and permissions add up.
  const guards = draft.plugins.filter(
    (plugin) =>
      plugin.entry.guard && !read.some((later) => later.entry.use === plugin.entry.use && later.entry.guard),
  );
  draft.plugins = [...guards, ...read];
}

function applyMode(
  draft: Draft,
  entries: readonly TreeEntry[],
  from: FileLayer,
  report: Report,
  ignored: string[],
): void {
  const wanted = modeOf(entries, report);
  if (wanted === undefined) return;
  if (!from.trusted && !isStricter(wanted.mode, draft.mode)) {
    if (wanted.mode !== draft.mode) ignored.push(`mode ${wanted.mode}`);
    return;
  }
  draft.mode = wanted.mode;
  draft.modeSource = fileSource(from)(wanted.line);
}

/** Resolves a path as a config file writes it: `~/` is the home folder, else relative to the file. */
function fromFile(path: string, from: Pick<FileLayer, "file" | "home">): string {
  if (path === "~" || path.startsWith("~/")) return join(from.home || homedir(), path.slice(1));
  return resolve(dirname(from.file), path);
}

function absolutePaths(tree: Tree, from: FileLayer): Tree {
  if (tree.kind === "list") {
    const items = tree.items.map((item) => absolutePaths(item, from));
    return listTree(
      tree.line,
      items.flatMap((item) => (item.kind === "list" ? item.items : [item])),
    );
  }
  if (tree.kind !== "scalar" || typeof tree.value !== "string") return tree;
  return listTree(tree.line, [scalarTree(tree.line, fromFile(tree.value, from))]);
}

function absoluteAgents(tree: Tree, from: FileLayer): Tree {
  if (tree.kind !== "map") return tree;
  const agents = tree.entries.map((agent) => {
    if (agent.value.kind !== "map") return agent;
    const fields = agent.value.entries.map((field) =>
      field.key === "config" && field.value.kind === "scalar"
        ? { ...field, value: scalarTree(field.value.line, fromFile(String(field.value.value), from)) }
        : field,
    );
    return { ...agent, value: mapTree(agent.value.line, fields) };
  });
  return mapTree(tree.line, agents);
}
