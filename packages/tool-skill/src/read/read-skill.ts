import { join } from "node:path";
import type { Result } from "@mm-agent/core";
import { findSkills, type Skill } from "../find/find-skills.js";
import { baseName, type SkillInput } from "../skill-tool.js";
import { listFiles } from "./list-files.js";
import { readInside } from "./read-inside.js";

/** One call of `read_skill`: the skill's whole text, or the file of its folder that was asked for. */
export async function readSkill({ name, file }: SkillInput, folders: readonly string[]): Promise<Result> {
  const { skills } = await findSkills(folders);
  const wanted = baseName(name);
  const skill = pick(skills, wanted);
  if (!skill) {
    const available = skills.map((one) => one.name).join(", ");
    return {
      ok: false,
      code: "not_found",
      text: `No skill named ${JSON.stringify(wanted)}. Available skills: ${available}`,
    };
  }
  if (file === undefined || file.trim() === "" || file === "SKILL.md")
    return { text: skill.text, locations: [{ path: skill.path }], data: { skill: skill.name } };
  return readFileOf(skill, file);
}

function pick(skills: readonly Skill[], wanted: string): Skill | undefined {
  return (
    skills.find(({ name }) => name === wanted) ??
    skills.find(({ alias }) => alias === wanted) ??
    skills.find(({ name }) => `${name}.md` === wanted)
  );
}

async function readFileOf(skill: Skill, file: string): Promise<Result> {
  const refuse = (code: NonNullable<Result["code"]>, text: string): Result => ({
    ok: false,
    code,
    text: `[read_skill: ${text}]`,
  });
  if (skill.folder === undefined)
    return refuse("not_found", `skill "${skill.name}" is a single file, it has no files beside it`);
  const parts = file.replaceAll("\\", "/").split("/");
  if (file.includes("\0") || parts.includes("..") || file.startsWith("/") || /^[A-Za-z]:/.test(file))
    return refuse(
      "denied",
      `${JSON.stringify(file)} is not a path inside the folder of skill "${skill.name}"`,
    );
  const read = await readInside(skill.folder, join(skill.folder, ...parts));
  if (!("reason" in read))
    return { text: read.text, locations: [{ path: read.real }], data: { skill: skill.name, file } };
  if (read.missing) {
    const files = await listFiles(skill.folder);
    const there = files.length === 0 ? "it has no files beside SKILL.md" : `files: ${files.join(", ")}`;
    return refuse("not_found", `no file ${JSON.stringify(file)} in skill "${skill.name}" — ${there}`);
  }
  const code = read.reason.startsWith("it has ")
    ? "too_large"
    : read.reason.includes("link")
      ? "denied"
      : "unsupported";
  return refuse(code, `${file} of skill "${skill.name}" is not read: ${read.reason}`);
}
