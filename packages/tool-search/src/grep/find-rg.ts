import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { runRg } from "./run-rg.js";

/** Older ones lack `--no-ignore-global` or read ignore files differently. */
const MIN_VERSION = 13;

/** Milliseconds; a program that does not tell its version in this time is no ripgrep of use. */
const PATIENCE = 5000;

/**
 * The `rg` on the `PATH` of `env`, or undefined. A program inside one of `projects` is never taken: a repository could
 * bring its own `rg`; neither are entries of the `PATH` that depend on the current folder.
 */
export function findRg(
  env: Readonly<Record<string, string>>,
  projects: readonly string[],
): string | undefined {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  const inside = projects.flatMap((folder) => repositoryOf(realOf(folder)));
  const names = process.platform === "win32" ? ["rg.exe"] : ["rg"];
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const name of names) {
      const file = join(folder, name);
      const real = realOf(file);
      if (real === undefined || !isProgram(real)) continue;
      if (inside.some((project) => within(project, real) || within(project, realOf(folder) ?? folder)))
        continue;
      return real;
    }
  }
  return undefined;
}

/** Whether the program is a ripgrep that can be run here and is new enough. */
export async function isUsable(program: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const told = await ask(program, "--version", env);
  return Number(/^ripgrep (\d+)\./.exec(told ?? "")?.[1] ?? 0) >= MIN_VERSION;
}

/** Whether the program was built with PCRE2. */
export async function hasPcre(program: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  return (await ask(program, "--pcre2-version", env)) !== undefined;
}

async function ask(
  program: string,
  question: string,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  let text = "";
  const signal = AbortSignal.timeout(PATIENCE);
  const onOutput = (chunk: Buffer): void => void (text += chunk.toString());
  try {
    const { code } = await runRg(program, ["--no-config", question], { cwd: sep, env, signal, onOutput });
    return code === 0 ? text : undefined;
  } catch {
    return undefined;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The folder, or the top of the repository that it belongs to. */
function repositoryOf(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, ".git"))) return [top];
    if (top === dirname(top)) return [folder];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function within(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
