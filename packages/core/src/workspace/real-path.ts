import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { parse, resolve, sep } from "node:path";
import { errorCode, WorkspaceError } from "./error.js";

/** Links followed before a chain counts as a loop; the limit of the Linux kernel. */
const LIMIT = 40;

/**
 * Where `abs` really is, with every link followed. Unlike `fs.realpath` it also answers for paths that do not
 * exist: a dangling link leads to the file it would create, missing folders are kept as they are written.
 *
 * @throws {WorkspaceError} `unsupported` for a loop of links.
 */
export function realPath(abs: string): string {
  try {
    return realpathSync.native(abs);
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw loop(abs);
    return walk(abs);
  }
}

function walk(abs: string): string {
  let done = parse(abs).root;
  let rest = abs.slice(done.length).split(sep);
  let links = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === "" || part === ".") continue;
    const next = resolve(done, part);
    const target = part === ".." ? undefined : linkTarget(next);
    if (target === undefined) {
      done = next;
      continue;
    }
    links += 1;
    if (links > LIMIT) throw loop(abs);
    const root = parse(target).root;
    if (root !== "") done = resolve(done, root);
    rest = [...target.slice(root.length).split(sep), ...rest];
  }
  return done;
}

/** What the link says; undefined when there is no link there, or nothing at all. */
function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw loop(path);
    return undefined;
  }
}

function loop(abs: string): WorkspaceError {
  return new WorkspaceError("unsupported", abs, `${abs} is a loop of symbolic links`);
}
