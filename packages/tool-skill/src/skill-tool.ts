import { basename } from "node:path";
import { defineTool, type Tool } from "@mm-agent/core";
import { catalogue } from "./catalogue.js";
import type { Skill } from "./find/find-skills.js";

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
    bound: "end",
    plan: ({ name, file }) => {
      const base = baseName(name);
      const title = file === undefined || file === "" ? base : `${base}/${file}`;
      const checks = [{ tool: "read_skill", value: base }];
      return { title: title.replaceAll(/\s+/g, " ").trim() || "?", permission: { checks } };
    },
    run: async (input) => {
      const { readSkill } = await import("./read/read-skill.js");
      return readSkill(input, folders);
    },
  });
}

/** What counts of a name: no folders, whichever separator. */
export function baseName(name: string): string {
  return basename(name.trim().replaceAll("\\", "/"));
}
