/** Characters of a session's title. */
const LONGEST = 80;

/** The first line of a prompt that says something, cut at a whole character. */
export function titleFrom(prompt: string): string {
  const line =
    prompt
      .split("\n")
      .find((text) => text.trim() !== "")
      ?.trim() ?? "";
  const chars = [...line.slice(0, 4 * LONGEST)];
  return chars.length > LONGEST ? `${chars.slice(0, LONGEST - 1).join("")}…` : line;
}
