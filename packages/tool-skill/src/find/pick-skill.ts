import { basename, dirname } from "node:path";
import type { Skill } from "./find-skills.js";

/** What counts of a name: no folders, whichever separator. */
export function baseName(name: string): string {
  return basename(name.trim().replaceAll("\\", "/"));
}

/** The skill that a base name means: by its own name, by the `name` of its front matter, by its file's name. */
export function pickSkill(skills: readonly Skill[], wanted: string): Skill | undefined {
  return (
    skills.find(({ name }) => name === wanted) ??
    skills.find(({ alias }) => alias === wanted) ??
    skills.find(({ name }) => `${name}.md` === wanted)
  );
}

/** Every name that a rule may call the skill by besides `name`: one that forbids the skill must hold whichever was used. */
export function otherNames(skill: Skill, asked: string): string[] {
  const file = basename(skill.path);
  const real = file === "SKILL.md" ? basename(dirname(skill.path)) : file.replace(/\.md$/, "");
  const all = new Set([
    asked,
    ...(skill.alias === undefined ? [] : [skill.alias]),
    `${skill.name}.md`,
    real,
    `${real}.md`,
  ]);
  all.delete(skill.name);
  return [...all];
}
