import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * The folder a server works in for a file: the nearest one, never above `top`, that holds a marker of the first group
 * that is found at all; else `top` itself.
 */
export function rootOf(path: string, top: string, markers: readonly (readonly string[])[]): string {
  if (!path.startsWith(top.endsWith(sep) ? top : top + sep)) return top;
  for (const group of markers) {
    for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) {
      if (group.some((name) => existsSync(join(folder, name)))) return folder;
      if (folder === top) break;
    }
  }
  return top;
}
