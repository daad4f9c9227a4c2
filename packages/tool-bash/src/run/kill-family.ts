import { setTimeout as sleep } from "node:timers/promises";
import type { Family } from "./family.js";

/** Time to clean up after SIGTERM, in ms. */
const GRACE_MS = 300;

/** Time for the system to take killed processes away, in ms; then the call goes on without them. */
const LAST_MS = 900;

const STEP_MS = 20;

/**
 * Ends every process of a command: SIGTERM (SIGCONT wakes the stopped ones to it), after 300 ms SIGKILL, looking for
 * new ones until none is left. Back after 1.3 s at the latest, whatever the process table says.
 *
 * @param hasExited Whether the shell's end has been reported to us.
 */
export async function killFamily(family: Family, hasExited: () => boolean): Promise<void> {
  family.signal("SIGTERM");
  family.signal("SIGCONT");
  if (await waitUntilGone(family, hasExited, GRACE_MS)) return;
  family.signal("SIGKILL");
  await waitUntilGone(family, hasExited, LAST_MS, () => family.signal("SIGKILL"));
}

/** The same without waiting in turns of the event loop, for the exit of this process. */
export function killFamiliesNow(families: readonly Family[]): void {
  for (const family of families) {
    family.signal("SIGTERM");
    family.signal("SIGCONT");
  }
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < GRACE_MS / 2; waited += STEP_MS) {
    if (families.every((family) => family.alive().length === 0)) return;
    Atomics.wait(clock, 0, 0, STEP_MS);
  }
  for (const family of families) family.signal("SIGKILL");
}

async function waitUntilGone(
  family: Family,
  hasExited: () => boolean,
  ms: number,
  again?: () => void,
): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await sleep(STEP_MS);
    if (family.alive().length === 0) {
      if (hasExited()) return true;
    } else again?.();
  }
  return false;
}
