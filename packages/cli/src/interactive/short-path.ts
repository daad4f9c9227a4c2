import { homedir } from "node:os";

/** The path with `~` for the person's home. */
export function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
