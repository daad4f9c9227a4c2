import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

export interface FindOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** True: `node_modules/.bin` of the folder and of those above it, up to the root of the repository, comes first. */
  readonly trusted: boolean;
}

/** Where a program is: as an absolute path, in the project's `node_modules/.bin` (trusted folders only) or on the PATH. */
export function findCommand(command: string, options: FindOptions): string | undefined {
  if (isAbsolute(command)) return executable(command);
  if (/[\\/]/u.test(command)) return options.trusted ? executable(resolve(options.cwd, command)) : undefined;
  const folders = [
    ...(options.trusted ? binFolders(options.cwd) : []),
    // A relative entry of the PATH would be a program of the project.
    ...(options.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder)),
  ];
  for (const folder of folders) {
    const found = executable(join(folder, command));
    if (found) return found;
  }
  return undefined;
}

function binFolders(cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, "node_modules", ".bin"));
    if (dirname(folder) === folder || exists(join(folder, ".git"))) return folders;
  }
}

function executable(path: string): string | undefined {
  const names = process.platform === "win32" ? [".exe", ".cmd", ".bat"].map((end) => path + end) : [path];
  return names.find((name) => {
    try {
      accessSync(name, constants.X_OK);
      return statSync(name).isFile();
    } catch {
      return false;
    }
  });
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
