import { homedir } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { WorkspaceError } from "./error.js";
import { realPath } from "./real-path.js";
import type { ResolvedPath } from "./types.js";

/**
 * Reads a path as a model writes it: relative to `root`, absolute, or with a leading `~/`. Blanks and newlines are
 * part of the name.
 *
 * @throws {WorkspaceError} `unsupported` for a NUL character and for loops of links.
 */
export function resolvePath(root: string, path: string, caseInsensitive = false): ResolvedPath {
  if (path.includes("\0")) {
    throw new WorkspaceError(
      "unsupported",
      root,
      "the path has a NUL character; no file can have such a name",
    );
  }
  const home = path === "~" || path.startsWith("~/") || (sep === "\\" && path.startsWith("~\\"));
  const abs = home ? resolve(homedir(), path.slice(2)) : resolve(root, path);
  const real = realPath(abs);
  const realRoot = realPath(root);
  const inner = inside(realRoot, real, caseInsensitive);
  if (inner === undefined) return { abs, rel: abs, outside: true, real };
  const rel = inside(root, abs, caseInsensitive) ?? inside(realRoot, abs, caseInsensitive) ?? inner;
  return { abs, rel: rel === "" ? "." : rel.split(sep).join("/"), outside: false, real };
}

/** The way from `folder` down to `path`; undefined when `path` is not below it. */
function inside(folder: string, path: string, caseInsensitive: boolean): string | undefined {
  const fold = (text: string): string => (caseInsensitive ? text.toLowerCase() : text);
  const way = relative(fold(folder), fold(path));
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way === "" ? "" : path.slice(path.length - way.length);
}
