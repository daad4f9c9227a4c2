import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const USUAL = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

/** The absolute path of bash: from `PATH` of the given environment, else from the usual places; undefined when there is none. */
export function findBash(
  env: Readonly<Record<string, string | undefined>>,
  usual: readonly string[] = USUAL,
): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [...folders.map((folder) => join(folder, "bash")), ...usual].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
