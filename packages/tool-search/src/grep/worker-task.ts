import { readGlobs } from "../glob/match-globs.js";
import { findScope } from "../ignore/find-scope.js";
import { withSlash } from "../path/slashes.js";
import { walk } from "../walk/walk.js";
import { countInFile, locateInFile, type FileSearch } from "./search-file.js";
import type { CountedFile } from "./types.js";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.js";

/** Does one task and never throws. Runs in the worker: reading and matching block it, and may never end. */
export async function runTask(task: WorkerTask): Promise<WorkerAnswer> {
  try {
    const search: FileSearch = {
      expression: new RegExp(task.script, task.flags),
      needle: task.needle === undefined ? undefined : Buffer.from(task.needle),
    };
    const base = withSlash(task.root);
    if (task.locate) {
      const { paths, most } = task.locate;
      return {
        type: "located",
        hits: paths.map((path) => [path, locateInFile(`${base}${path}`, search, most)] as const),
      };
    }
    return task.file === undefined
      ? await countBelow(task, base, search)
      : countOne(task.file, `${base}${task.file}`, search);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: "failed", kind: error instanceof SyntaxError ? "pattern" : "failed", message };
  }
}

function countOne(path: string, file: string, search: FileSearch): WorkerAnswer {
  const count = countInFile(file, search);
  const files = count ? [{ path, count }] : [];
  return { type: "counted", files, searched: 1, unreadable: count === undefined };
}

async function countBelow(task: WorkerTask, base: string, search: FileSearch): Promise<WorkerAnswer> {
  const include = task.include === undefined ? undefined : readGlobs(task.include);
  if (include && "invalid" in include) throw new Error(`${include.invalid} is no glob`);
  const { rules } = findScope(task.root, task.home);
  const files: CountedFile[] = [];
  let searched = 0;
  let unreadable = false;
  const stop = new AbortController();
  const tooMany = new Error(`more than ${task.maxFiles} files match`);
  try {
    const end = await walk({
      root: task.root,
      rules,
      signal: stop.signal,
      maxEntries: Number.POSITIVE_INFINITY,
      onFolder(folder) {
        for (const name of folder.files) {
          const path = `${folder.path}${name}`;
          if (include && !include.matches(path, `${task.prefix}${path}`)) continue;
          searched += 1;
          const count = countInFile(`${base}${path}`, search);
          if (count === undefined) unreadable = true;
          else if (count > 0) files.push({ path, count });
        }
        if (files.length > task.maxFiles) stop.abort(tooMany);
      },
    });
    return { type: "counted", files, searched, unreadable: unreadable || end.unreadable > 0 };
  } catch (error) {
    if (error !== tooMany) throw error;
    return { type: "failed", kind: "too_many", message: tooMany.message };
  }
}
