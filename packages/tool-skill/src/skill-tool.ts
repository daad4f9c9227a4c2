import { defineTool, type Tool } from "@mm-agent/core";
import { catalogue } from "./catalogue.js";
import { findSkills, type Skill } from "./find/find-skills.js";
import { baseName, otherNames, pickSkill } from "./find/pick-skill.js";

export interface SkillInput {
  readonly name: string;
  /** A file beside the skill's text, relative to its folder. */
  readonly file?: string;
}

/**
 * Makes `read_skill`. The description lists `skills` and stays as it is; calls look into `folders` anew, so that changed
 * and added skills are read.
 */
export function createSkillTool(
  skills: readonly Pick<Skill, "name" | "description">[],
  folders: readonly string[],
): Tool<SkillInput> {
  return defineTool({
    name: "read_skill",
    kind: "read",
    description:
      "Reads a skill: instructions for one kind of task. Read the skill that fits before you begin such a task, and " +
      `follow it. Skills:\n${catalogue(skills)}`,
    input: {
      type: "object",
      properties: {
        name: { type: "string", description: "Skill name, exactly as listed." },
        file: { type: "string", description: "A file that the skill names, relative to it." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    icon: "📖",
    counter: { icon: "📖", label: "skill(s)" },
    echo: "none",
    busy: "Reading",
    bound: "self",
    plan: async ({ name, file }) => {
      const base = baseName(name);
      const title = file === undefined || file === "" ? base : `${base}/${file}`;
      const skill = pickSkill((await findSkills(folders)).skills, base);
      const check = skill ? { value: skill.name, also: otherNames(skill, base) } : { value: base };
      return {
        title: title.replaceAll(/\s+/g, " ").trim() || "?",
        permission: { checks: [{ tool: "read_skill", ...check }] },
        ...(skill ? { state: { skill } } : {}),
      };
    },
    run: async (input, ctx, plan) => {
      const { readSkill } = await import("./read/read-skill.js");
      return readSkill(input, folders, ctx, plan);
    },
  });
}
