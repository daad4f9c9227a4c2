import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { configDir, findGitRoot, realPath } from "../config/paths.js";

export interface InstructionOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further files, absolute; `false` = read none at all. */
  readonly instructions: readonly string[] | false;
}

export interface Instructions {
  /** For the system prompt, one text for each file, the most general first. */
  readonly sections: readonly string[];
  readonly files: readonly string[];
  /** Complete texts: what was cut or could not be read. */
  readonly notices: readonly string[];
}

const NAMES = ["AGENTS.md", "CLAUDE.md"] as const;
/** Characters of one file, and of all files together. */
const LONGEST = { file: 32_000, all: 64_000 } as const;

/**
 * The instruction files of a session: the person's own, then those from the top of the work tree down to the working
 * folder, then the configured ones. A file that is there twice, by a link or with the same content, counts once.
 */
export function loadInstructions({ cwd, env, instructions }: InstructionOptions): Instructions {
  const sections: string[] = [];
  const files: string[] = [];
  const notices: string[] = [];
  if (instructions === false) return { sections, files, notices };
  const seen = new Set<string>();
  let left: number = LONGEST.all;

  const add = (path: string, demanded: boolean): void => {
    const found = readFollowing(path);
    if (typeof found !== "object") {
      if (demanded || found !== "ENOENT")
        notices.push(`instructions: ${path} cannot be read (${found}); it does not count`);
      return;
    }
    const text = found.text.replace(/^\uFEFF/, "").trim();
    const hash = createHash("sha256").update(text).digest("hex");
    if (text === "" || seen.has(found.real) || seen.has(hash)) return;
    seen.add(found.real).add(hash);
    const room = Math.min(LONGEST.file, left);
    const cut = text.length > room;
    if (cut) {
      const shown = room < 200 ? "nothing of it counts" : `only the first ${room} count`;
      notices.push(
        `instructions: ${path} has ${text.length} characters and ${shown} (at most ${LONGEST.file} of one file, ${LONGEST.all} of all)`,
      );
      if (room < 200) return;
    }
    left -= Math.min(text.length, room);
    files.push(path);
    sections.push(`# Instructions from ${path}\n\n${cut ? `${text.slice(0, room)}\n[cut here]` : text}`);
  };

  for (const name of NAMES) add(join(configDir(env), name), false);
  for (const folder of foldersDownTo(realPath(cwd))) for (const name of NAMES) add(join(folder, name), false);
  for (const path of instructions) add(path, true);
  return { sections, files, notices };
}

/** From the top of the work tree to `cwd`; only `cwd` outside of one. */
function foldersDownTo(cwd: string): string[] {
  const root = findGitRoot(cwd) ?? cwd;
  const folders: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    folders.unshift(at);
    if (at === root || at === dirname(at)) return folders;
  }
}

/** Git on Windows checks a link out as a file that holds nothing but the link's target. */
function readFollowing(path: string): { readonly text: string; readonly real: string } | string {
  try {
    const text = readFileSync(path, "utf8");
    const target = text.trim();
    if (target.length < 260 && !target.includes("\n") && /^[\w./\\-]+\.md$/i.test(target)) {
      const other = resolve(dirname(path), target);
      try {
        return { text: readFileSync(other, "utf8"), real: realPath(other) };
      } catch {
        return { text, real: realPath(path) };
      }
    }
    return { text, real: realPath(path) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "error";
  }
}
