import type { Skill } from "./find/find-skills.js";

/** Characters of all lines together: a model reads them with every request. */
const BUDGET = 3500;

/** Characters of one description, from generous to none, until all lines fit. */
const LENGTHS = [300, 200, 120, 80, 50, 0];

/** One `  <name> — <description>` line per skill. Many skills get shorter descriptions, and at last only names. */
export function catalogue(skills: readonly Pick<Skill, "name" | "description">[]): string {
  for (const length of LENGTHS) {
    const text = skills.map((skill) => line(skill, length)).join("\n");
    if (text.length <= BUDGET) return text;
  }
  const names = skills.map(({ name }) => `  ${name}`);
  let used = 0;
  const count = names.findIndex((name) => (used += name.length + 1) > BUDGET - 100);
  return [
    ...names.slice(0, count),
    `  [and ${names.length - count} more; a call with an unknown name lists them all]`,
  ].join("\n");
}

function line({ name, description }: Pick<Skill, "name" | "description">, length: number): string {
  if (length === 0 || description === "") return `  ${name}`;
  const characters = Array.from(description);
  const shown =
    characters.length <= length
      ? description
      : `${characters
          .slice(0, length - 1)
          .join("")
          .trimEnd()}…`;
  return `  ${name} — ${shown}`;
}
