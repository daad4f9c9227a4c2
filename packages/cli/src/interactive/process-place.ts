import { readFileSync } from "node:fs";

/** Where the system says this process stands: fields of proc(5) from the state on; undefined where it does not tell. */
function place(): readonly string[] | undefined {
  try {
    return readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/** False when mm leads its own session (a terminal started it directly): nobody could continue it after a stop. */
export function canSuspend(): boolean {
  if (process.platform === "win32") return false;
  const fields = place();
  return fields === undefined || Number(fields[3]) !== process.pid;
}

/**
 * False when the terminal belongs to another process group, as after `bg` or a `kill` of a suspended job: whoever sets a
 * terminal's modes from there is stopped by the system, and what it writes stands in the middle of the shell.
 */
export function inForeground(): boolean {
  const fields = place();
  return fields === undefined || fields[2] === fields[5];
}
