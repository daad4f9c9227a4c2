import { join } from "node:path";
import { boundText, type Ctx, type Plan, type Result } from "@mm-agent/core";
import { findSkills, type Skill } from "../find/find-skills.js";
import { baseName, pickSkill } from "../find/pick-skill.js";
import type { SkillInput } from "../skill-tool.js";
import { listFiles } from "./list-files.js";
import { readInside } from "./read-inside.js";

/** One call of `read_skill`: the skill's whole text, or the file of its folder that was asked for. */
export async function readSkill(
  { name, file }: SkillInput,
  folders: readonly string[],
  ctx: Pick<Ctx, "limits">,
  plan?: Plan,
): Promise<Result> {
  const planned = (plan?.state as { readonly skill?: Skill } | undefined)?.skill;
  const skills = planned ? [planned] : (await findSkills(folders)).skills;
  const wanted = baseName(name);
  const skill = planned ?? pickSkill(skills, wanted);
  if (!skill) {
    const available = skills.map((one) => one.name).join(", ");
    return {
      ok: false,
      code: "not_found",
      text: `No skill named ${JSON.stringify(wanted)}. Available skills: ${available}`,
    };
  }
  if (file === undefined || file.trim() === "" || file === "SKILL.md") return readText(skill, ctx);
  return readFileOf(skill, file, ctx);
}

async function readText(skill: Skill, ctx: Pick<Ctx, "limits">): Promise<Result> {
  const read = await readInside(skill.source, skill.path);
  if ("reason" in read)
    return refuse(codeOf(read.reason), `skill "${skill.name}" is not read: ${read.reason}`);
  return {
    text: bound(read.text, read.real, ctx),
    locations: [{ path: read.real }],
    data: { skill: skill.name },
  };
}

function bound(text: string, path: string, ctx: Pick<Ctx, "limits">): string {
  return boundText(text, ctx.limits.maxOutput, "end", `read_file ${path} shows the rest`);
}

function refuse(code: NonNullable<Result["code"]>, text: string): Result {
  return { ok: false, code, text: `[read_skill: ${text}]` };
}

async function readFileOf(skill: Skill, file: string, ctx: Pick<Ctx, "limits">): Promise<Result> {
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
    return {
      text: bound(read.text, read.real, ctx),
      locations: [{ path: read.real }],
      data: { skill: skill.name, file },
    };
  if (read.missing) {
    const files = await listFiles(skill.folder);
    const there = files.length === 0 ? "it has no files beside SKILL.md" : `files: ${files.join(", ")}`;
    return refuse("not_found", `no file ${JSON.stringify(file)} in skill "${skill.name}" — ${there}`);
  }
  return refuse(codeOf(read.reason), `${file} of skill "${skill.name}" is not read: ${read.reason}`);
}

function codeOf(reason: string): NonNullable<Result["code"]> {
  if (reason.startsWith("it has ")) return "too_large";
  return reason.includes("link") ? "denied" : "unsupported";
}
