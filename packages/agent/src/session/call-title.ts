/** Arguments that say what a call is about, the most telling first. */
const TELLING = ["command", "path", "pattern", "url", "query"];

/**
 * A title for a call that was never planned, made from its arguments (a value, or JSON as the model wrote it); the
 * tool's name when none of them says what the call is about.
 */
export function callTitle(tool: string, input: unknown): string {
  const given = callInput(input) as Readonly<Record<string, unknown>>;
  for (const key of TELLING) {
    const value = given[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return tool;
}

/** The arguments of a call as an object; an empty one when they are none. */
export function callInput(input: unknown): object {
  try {
    const value: unknown = typeof input === "string" ? JSON.parse(input) : input;
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
