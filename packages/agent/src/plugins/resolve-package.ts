import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** A module of an installed package. */
export interface FoundPackage {
  /** Absolute path of the module to import. */
  readonly file: string;
  readonly version?: string;
}

interface Manifest {
  readonly version?: unknown;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly exports?: unknown;
}

const CONDITIONS = new Set(["node", "import", "module-sync", "default"]);

/**
 * Finds an npm package the way Node's `import` does from a file in `folder`: the nearest `node_modules` at or above it.
 * Undefined when it is not installed; an `Error` says what is wrong with an installed one.
 */
export function resolvePackage(name: string, folder: string): FoundPackage | undefined {
  const parts = /^((?:@[^/\\\s]+\/)?[^/\\\s@][^/\\\s]*)(\/.+)?$/.exec(name);
  if (parts === null) return undefined;
  const [, bare = "", rest = ""] = parts;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const home = join(at, "node_modules", bare);
    const manifest = readManifest(home);
    if (manifest !== undefined) return entryOf(manifest, home, bare, `.${rest}`);
    if (at === dirname(at)) return undefined;
  }
}

function readManifest(home: string): Manifest | undefined {
  let text: string;
  try {
    text = readFileSync(join(home, "package.json"), "utf8");
  } catch {
    return undefined;
  }
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null) return read;
  } catch {
    // Falls through: the package is there but cannot be used.
  }
  throw new Error(`${join(home, "package.json")} is not valid JSON`);
}

function entryOf(manifest: Manifest, home: string, name: string, subpath: string): FoundPackage {
  const target =
    manifest.exports === undefined || manifest.exports === null
      ? legacyEntry(manifest, home, subpath)
      : pick(bySubpath(manifest.exports, subpath));
  if (target === undefined) {
    throw new Error(`the package ${name} exports no module ${JSON.stringify(subpath)} that can be imported`);
  }
  const file = resolve(home, target);
  if (!file.startsWith(home + sep)) throw new Error(`the package ${name} exports a file outside of itself`);
  if (!isFile(file)) throw new Error(`${file} does not exist; is the package ${name} built?`);
  return { file, ...(typeof manifest.version === "string" ? { version: manifest.version } : {}) };
}

function bySubpath(exports: unknown, subpath: string): unknown {
  if (typeof exports !== "object" || exports === null || Array.isArray(exports)) {
    return subpath === "." ? exports : undefined;
  }
  const keys = Object.keys(exports);
  if (!keys.some((key) => key.startsWith("."))) return subpath === "." ? exports : undefined;
  return Object.hasOwn(exports, subpath) ? (exports as Record<string, unknown>)[subpath] : undefined;
}

function pick(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return target.map(pick).find((found) => found !== undefined);
  if (typeof target !== "object" || target === null) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const found = CONDITIONS.has(condition) ? pick(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function legacyEntry(manifest: Manifest, home: string, subpath: string): string | undefined {
  if (subpath !== ".") return subpath;
  const main = typeof manifest.main === "string" ? manifest.main : "index.js";
  const tries = [main, `${main}.js`, join(main, "index.js"), "index.js"];
  return tries.find((path) => isFile(resolve(home, path))) ?? main;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
