import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";

export interface FindOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * True: `node_modules/.bin` of the folder and of those above it, up to the root of the repository, comes first.
   * False: programs inside the folder or its repository are passed over, also where the PATH leads to them.
   */
  readonly trusted: boolean;
}

/** Where a program is: as an absolute path, in the project's `node_modules/.bin` (trusted folders only) or on the PATH. */
export function findCommand(command: string, options: FindOptions): string | undefined {
  if (isAbsolute(command)) return executable(command);
  if (/[\\/]/u.test(command)) return options.trusted ? executable(resolve(options.cwd, command)) : undefined;
  const upward = foldersUpTo(options.cwd);
  const bins = options.trusted ? upward.map((folder) => join(folder, "node_modules", ".bin")) : [];
  // A relative entry of the PATH would be a folder of the project.
  const onPath = (options.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of [...bins, ...onPath]) {
    const found = executable(join(folder, command));
    // `npm run` puts the project's own programs on the PATH.
    if (found && (options.trusted || !isInside(found, upward.at(-1) ?? options.cwd))) return found;
  }
  return undefined;
}

/** The folder and those above it up to the root of the repository; the folder alone outside of one. */
function foldersUpTo(cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (statSync(join(folder, ".git"), { throwIfNoEntry: false })) return folders;
    if (dirname(folder) === folder) return [cwd];
  }
}

/** True when a program, as it is found or with its links followed, is inside a folder. */
function isInside(file: string, folder: string): boolean {
  return [file, realpathSync(file)].some(
    (path) => path.startsWith(folder + sep) || path.startsWith(realpathSync(folder) + sep),
  );
}

function executable(path: string): string | undefined {
  const names = process.platform === "win32" ? [".exe", ".cmd", ".bat"].map((end) => path + end) : [path];
  return names.find((name) => {
    try {
      // Most are not there, and an error costs more than the look.
      if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true) return false;
      accessSync(name, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
