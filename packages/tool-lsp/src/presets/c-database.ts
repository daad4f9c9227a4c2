import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PresetContext } from "./types.js";

/** Files that tell clangd how to compile; they mark its root. */
export const C_DATABASES = [
  "compile_commands.json",
  "build/compile_commands.json",
  "compile_flags.txt",
  ".clangd",
];

/** Only these list the files of a project; flags alone (`compile_flags.txt`) name none. */
const LISTS = ["compile_commands.json", "build/compile_commands.json"];

/**
 * Why clangd knows nothing but the files that are open: it indexes what a compilation database lists, which it looks
 * for in the folder and those above. Undefined: there is one.
 */
export function lacksDatabase({ root, args = [] }: PresetContext): string | undefined {
  if (args.some((arg) => /^--?compile-commands-dir\b/u.test(arg))) return undefined;
  for (let folder = root; ; folder = dirname(folder)) {
    if (LISTS.some((name) => existsSync(join(folder, name)))) return undefined;
    if (namesDatabase(join(folder, ".clangd"))) return undefined;
    if (dirname(folder) === folder) return NO_DATABASE;
  }
}

const NO_DATABASE =
  'there is no compile_commands.json, so clangd does not know the other files — create one with "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON" or "bear -- make"';

function namesDatabase(file: string): boolean {
  try {
    return /^\s*CompilationDatabase:\s*(?!None\b|Ancestors\b)\S/mu.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
