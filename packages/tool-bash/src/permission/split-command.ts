import { escapePattern, type PermissionCheck, type PlanPermission, type Workspace } from "@mm-agent/core";
import { collect, type Collected } from "./collect.js";
import { pathArguments } from "./path-arguments.js";

/** What permission rules are matched against needs of the session. */
export interface PathView extends Pick<Workspace, "resolve"> {
  /** What `~` stands for. */
  readonly home?: string | undefined;
}

/** Devices that keep nothing. */
const NOWHERE = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/;

/**
 * Takes a command apart for the permission rules: every program it runs, through pipes, lists, substitutions, functions,
 * here-documents and programs that start others; every file it redirects to or from. Each part is judged alone and the
 * strictest answer counts. What the text does not show (a program's name from a variable, a text that cannot be parsed)
 * makes the whole `unparsed`: then it asks, and an answer holds for exactly this text.
 */
export async function splitCommand(command: string, view: PathView): Promise<PlanPermission> {
  const parser = await import("unbash");
  const found: Collected = { commands: [], redirects: [], folders: [], open: false };
  try {
    collect(command, parser, found);
  } catch {
    // A parser that fails on a text says nothing about it.
    found.open = true;
  }
  const checks: PermissionCheck[] = [];
  const add = (check: PermissionCheck): void => {
    const same = checks.some(
      (other) =>
        other.tool === check.tool && other.value === check.value && other.advisory === check.advisory,
    );
    if (!same || check.also) checks.push(check);
  };
  if (found.open || found.commands.length === 0) add({ tool: "bash", value: command });
  for (const { text, also } of found.commands)
    add({ tool: "bash", value: text, ...(also.length > 0 ? { also } : {}) });
  const folders = foldersOf(found, view);
  for (const { path, write } of found.redirects) {
    if (!path.fixed) found.open = true;
    else for (const check of pathChecks(path.text, write, folders, view)) add(check);
  }
  for (const { words } of found.commands) {
    const { paths, open } = pathArguments(words);
    if (open) found.open = true;
    for (const { path, write } of paths)
      for (const check of pathChecks(path, write, folders, view)) add({ ...check, advisory: true });
  }
  if (found.open)
    for (const tool of ["read_file", "edit_file", "write_file"])
      add({ tool, value: "", type: "path", advisory: true });
  if (found.open && !checks.some((check) => check.value === command))
    checks.unshift({ tool: "bash", value: command });
  // An answer to a part would hold beside other parts as well, and there the same words may do something else.
  const alone = found.simple === true && !found.open && found.commands.length === 1;
  return {
    subject: "command",
    checks,
    whole: command,
    ...(alone ? {} : { remember: [escapePattern(command)] }),
    ...(found.open ? { unparsed: true } : {}),
  };
}

/** The folders that a relative path may start from: the session's, and those the command changes to. */
function foldersOf(found: Collected, view: PathView): readonly string[] {
  const folders = [""];
  for (const folder of found.folders) {
    if (folder === undefined) {
      // Where it is then cannot be known; a relative path could lie anywhere.
      if (found.redirects.some(({ path }) => !path.text.startsWith("/"))) found.open = true;
    } else folders.push(...folders.map((before) => (isAbsolute(folder) ? folder : join(before, folder))));
    if (folders.length > 64) break;
  }
  return [
    ...new Set(
      folders.map((folder) => (folder === "" ? "" : view.resolve(expandHome(folder, view.home)).abs)),
    ),
  ];
}

function pathChecks(
  path: string,
  write: boolean,
  folders: readonly string[],
  view: PathView,
): PermissionCheck[] {
  const given = expandHome(path, view.home);
  if (NOWHERE.test(given)) return [];
  const candidates = isAbsolute(given) ? [given] : folders.map((folder) => join(folder, given));
  return candidates.flatMap((candidate): PermissionCheck[] => {
    const { rel, outside } = view.resolve(candidate);
    const check = { value: rel === "" ? "." : rel, type: "path", outside } as const;
    if (!write) return [{ ...check, tool: "read_file", kind: "read" }];
    // A rule that keeps write_file away from a file means every way of writing it.
    return [
      { ...check, tool: "edit_file", kind: "edit" },
      { ...check, tool: "write_file", kind: "edit", advisory: true },
    ];
  });
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

function join(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

function expandHome(path: string, home = "~"): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}
