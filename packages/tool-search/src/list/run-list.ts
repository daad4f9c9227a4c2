import { stat } from "node:fs/promises";
import { boundText, type Ctx, type Plan, type Result } from "@mm-agent/core";
import { fits, largest } from "../grep/build-page.js";
import { findScope } from "../ignore/find-scope.js";
import { withSlash } from "../path/slashes.js";
import { clamp } from "../path/prepare-fields.js";
import { targetOf } from "../path/plan-search.js";
import { showPath } from "../path/show-path.js";
import type { WalkCache } from "../walk/walk-cache.js";
import { walk, type WalkedFolder } from "../walk/walk.js";
import { formatSize } from "./format-size.js";
import type { ListInput } from "./list-tool.js";

/** Entries in one answer. */
const LIMIT = 500;
const MAX_DEPTH = 3;
/** Names of ignored entries that the last line gives. */
const MAX_IGNORED = 8;
const MAX_ENTRIES = 1_000_000;
const MAX_BYTES = 64 * 1024;
const SPARE = 1500;

/** One call of `list_files`, without its time limit. */
export async function runList(
  input: ListInput,
  ctx: Ctx,
  plan: Plan | undefined,
  cache: WalkCache,
  signal: AbortSignal,
): Promise<Result> {
  const target = await targetOf("list_files", input.path ?? ".", ctx, plan);
  if ("refuse" in target) return target.refuse;
  const { shown, real } = target;
  if (target.kind === "file")
    return { ok: false, code: "unsupported", text: `[list_files: ${shown} is a file, not a folder]` };

  const scope = findScope(real, target.home);
  const folders = new Map<string, WalkedFolder>();
  const { complete } = await walk({
    root: real,
    rules: scope.rules,
    signal,
    depth: clamp(input.depth, 1, 1, MAX_DEPTH),
    maxEntries: MAX_ENTRIES,
    cache,
    onFolder: (folder) => void folders.set(folder.path, folder),
  });
  const top = folders.get("");
  if (top === undefined)
    return { ok: false, code: "denied", text: `[list_files: ${shown} may not be read: permission denied]` };
  const entries = [...entriesOf(folders, "", 0)];
  const ignored = ignoredLine(top.ignored);
  if (entries.length === 0) return { text: [`${shown} is empty`, ...ignored].join("\n") };
  const offset = clamp(input.offset, 0, 0, Number.MAX_SAFE_INTEGER);
  if (offset >= entries.length)
    return { text: `nothing from offset ${offset} on — there are ${entries.length} entries in all` };

  const part = entries.slice(offset, offset + LIMIT);
  const lines = await Promise.all(
    part.map(async ({ path, depth }) => {
      const indent = "  ".repeat(depth);
      const name = showPath(path.slice(path.lastIndexOf("/", path.length - 2) + 1));
      const size =
        input.sizes === true && !path.endsWith("/") ? await sizeOf(`${withSlash(real)}${path}`) : "";
      return `${indent}${name}${size}`;
    }),
  );
  signal.throwIfAborted();
  const room = { characters: ctx.limits.maxOutput - SPARE, bytes: MAX_BYTES - SPARE };
  const count = largest(lines.length, (most) => fits(lines.slice(0, most), room));
  const left = entries.length - offset - count;
  const more =
    left > 0 ? [`[… ${left} more — offset=${offset + count} shows the next, or list a folder below]`] : [];
  const cut = complete ? [] : [`[only the first ${MAX_ENTRIES} entries were looked at]`];
  const text = [...lines.slice(0, count), ...ignored, ...cut, ...more].join("\n");
  return { text: boundText(text, ctx.limits.maxOutput, "end", "list a folder below") };
}

/** Every entry, a folder's own ones right below it. Folders and files are sorted together, by name. */
function* entriesOf(
  folders: ReadonlyMap<string, WalkedFolder>,
  path: string,
  depth: number,
): Generator<{ readonly path: string; readonly depth: number }> {
  const folder = folders.get(path);
  if (!folder) return;
  const names = [
    ...folder.folders.map((name) => `${name}/`),
    ...folder.files,
    ...folder.links,
    ...folder.others,
  ].toSorted((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    yield { path: `${path}${name}`, depth };
    if (name.endsWith("/")) yield* entriesOf(folders, `${path}${name}`, depth + 1);
  }
}

function ignoredLine(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_IGNORED).map(showPath).join(", ");
  return [
    `[ignored: ${shown}${names.length > MAX_IGNORED ? `, and ${names.length - MAX_IGNORED} more` : ""}]`,
  ];
}

async function sizeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? `  ${formatSize(found.size)}` : "";
}
