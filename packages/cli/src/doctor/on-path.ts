import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Whether a program can be started by its name or its absolute path. */
export function onPath(name: string, path: string): boolean {
  if (isAbsolute(name)) return isExecutable(name);
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return path
    .split(delimiter)
    .some((folder) => folder !== "" && names.some((file) => isExecutable(join(folder, file))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
