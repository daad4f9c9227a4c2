/** Levels of agents below the session that a person talks to. */
export const MOST_LEVELS = 2;

/** Whether this process only looks; whoever it asks only looks as well. */
export function isInspecting(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["MM_INSPECT"] === "1";
}

/** How many agents stand between a person and this process: 0 for the one they talk to. */
export function depthOf(env: Readonly<Record<string, string | undefined>>): number {
  const depth = Number(env["MM_ASK_DEPTH"] ?? "");
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}
