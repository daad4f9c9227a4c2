import { lstatSync } from "node:fs";
import { dirname, join, relative, sep, isAbsolute, basename } from "node:path";
import { realPath } from "./paths.js";

/** Keys of a project config that count before the folder is trusted. */
const HARMLESS = new Set([
  "$schema",
  "maxOutput",
  "previewLines",
  "instructions",
  "skillsDir",
  "permissions",
  "mode",
  "yolo",
]);

export function isHarmless(key: string): boolean {
  return HARMLESS.has(key);
}

/** True when `path`, with every link followed as far as it exists, is inside `root` (a real path). */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, realPrefix(path));
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function realPrefix(path: string): string {
  try {
    lstatSync(path);
    return realPath(path);
  } catch {
    const up = dirname(path);
    return up === path ? path : join(realPrefix(up), basename(path));
  }
}
