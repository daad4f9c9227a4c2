import { sep } from "node:path";

/** The path with `/` between its parts, on every system. */
export function slashes(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}

/** `path` with one final `/`. */
export function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
