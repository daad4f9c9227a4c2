/** Characters of a session's title. */
const LONGEST = 80;

/** The first line of a prompt that says something, cut at a whole character. */
export function titleFrom(prompt: string): string {
  const line =
    prompt
      .split("\n")
      .find((text) => text.trim() !== "")
      // Nothing in it may move the cursor of a terminal that lists it.
      ?.replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim() ?? "";
  if (line.length <= LONGEST) return line;
  // Never between the halves of a character that takes two units.
  const cut = line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}
