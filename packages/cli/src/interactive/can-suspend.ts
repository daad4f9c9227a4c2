import { readFileSync } from "node:fs";

/** False when mm leads its own session (a terminal started it directly): nobody could continue it after a stop. */
export function canSuspend(): boolean {
  if (process.platform === "win32") return false;
  try {
    // Fields of proc(5) behind the name in brackets: state, parent, group, session.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(fields[3]) !== process.pid;
  } catch {
    return true;
  }
}
