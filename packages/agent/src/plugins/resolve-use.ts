import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { resolvePackage, type FoundPackage } from "./resolve-package.js";

const ENDINGS = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"]);

export interface UseContext {
  /** The config file that names the plugin. */
  readonly configFile: string;
  /** The session's working directory. */
  readonly baseDir: string;
  /** Without trust nothing below `baseDir` is looked at for a package name. */
  readonly trusted: boolean;
}

/**
 * The module that `use` names: a file relative to its config file, or an npm package looked for from the config file's
 * folder, then from the working directory, then beside mm. Throws an `Error` whose message is the reason.
 */
export function resolveUse(use: string, context: UseContext): FoundPackage {
  if (use.trim() === "") throw new Error('the entry names no plugin ("use" is missing)');
  const folder = dirname(context.configFile);
  if (isPath(use)) return { file: checkFile(resolve(folder, expandHome(use))) };
  const beside = dirname(fileURLToPath(import.meta.url));
  for (const start of [folder, ...(context.trusted ? [context.baseDir] : []), beside]) {
    const found = resolvePackage(use, start);
    if (found !== undefined) return found;
  }
  throw new Error(`the package is not installed; looked from ${folder}, the working directory and beside mm`);
}

function isPath(use: string): boolean {
  return (
    /^(?:\.{1,2}[/\\]|[/\\]|~\/|[A-Za-z]:[/\\])/.test(use) ||
    (!use.startsWith("@") && ENDINGS.has(extname(use)))
  );
}

function expandHome(path: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}

function checkFile(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new Error(`${file} does not exist`);
  if (!stat.isFile()) throw new Error(`${file} is not a file`);
  if (!ENDINGS.has(extname(file)))
    throw new Error(`${file} is neither JavaScript nor TypeScript by its ending`);
  return file;
}
