/** The message of anything thrown, with its causes; `stack` gives the stack of an Error instead. */
export function describeError(error: unknown, as: "message" | "stack" = "message"): string {
  if (!(error instanceof Error)) return String(error);
  if (as === "stack") return error.stack ?? error.message;
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error && messages.length < 5; at = at.cause) {
    const { message } = at;
    // Wrappers often repeat what they wrap.
    if (message !== "" && !messages.some((seen) => seen.includes(message))) messages.push(message);
  }
  return messages.join(": ") || error.name;
}
