import { posix } from "node:path";
import { boundText, type Ctx, type Plan, type Result } from "@mm-agent/core";
import { readGlobs } from "../glob/match-globs.js";
import { fits, largest } from "../grep/build-page.js";
import { findScope } from "../ignore/find-scope.js";
import { clamp } from "../path/prepare-fields.js";
import { targetOf } from "../path/plan-search.js";
import { showPath } from "../path/show-path.js";
import { slashes } from "../path/slashes.js";
import type { Target } from "../path/target.js";
import type { WalkCache } from "../walk/walk-cache.js";
import { collect, timesOf } from "./collect.js";
import type { FindData, FindInput } from "./find-tool.js";
import { readQuery, scorePath } from "./score.js";
import { stripPlace } from "./strip-place.js";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_QUERY = 512;
const MAX_ENTRIES = 2_000_000;
const MAX_BYTES = 64 * 1024;
const SPARE = 300;

interface Matcher {
  score(path: string): number;
  readonly glob: boolean;
}

/** A query with `*`, `?` or `{` is a glob; brackets alone are names such as `[id].tsx`. */
function matcherOf(query: string, prefix: string): Matcher | { readonly invalid: string } {
  if (!/[*?{]/.test(query)) {
    const fuzzy = readQuery(query);
    return { glob: false, score: (path) => scorePath(path, fuzzy) };
  }
  const test = readGlobs(query);
  if ("invalid" in test) return test;
  const matches = (path: string): boolean => {
    const bare = path.endsWith("/") ? path.slice(0, -1) : path;
    return test.matches(bare, `${prefix}${bare}`);
  };
  return { glob: true, score: (path) => (matches(path) ? 0 : -1) };
}

/** One call of `find`, without its time limit. */
export async function runFind(
  input: FindInput,
  ctx: Ctx,
  plan: Plan | undefined,
  cache: WalkCache,
  signal: AbortSignal,
): Promise<Result> {
  const refuse = (code: NonNullable<Result["code"]>, text: string): Result => ({
    ok: false,
    code,
    text: `[find: ${text}]`,
  });
  const query = input.query.trim();
  if (query === "")
    return refuse("invalid_input", "the query is empty; give words of a path, or a glob such as *.ts");
  if (query.length > MAX_QUERY)
    return refuse("invalid_input", `the query has ${query.length} characters, the limit is ${MAX_QUERY}`);
  const target = await targetOf("find", input.path ?? ".", ctx, plan);
  if ("refuse" in target) return target.refuse;
  if (target.kind === "file") return refuse("unsupported", `${target.shown} is a file, not a folder`);

  const { prefix, real } = target;
  const scope = findScope(real, target.home);
  const look = async (matcher: Matcher) =>
    collect({
      root: real,
      scope,
      kind: input.kind ?? "files",
      maxEntries: MAX_ENTRIES,
      cache,
      signal,
      score: matcher.score,
    });
  const asked = stripPlace(query, [real, target.home, slashes(ctx.workspace.root)]);
  const matcher = matcherOf(asked, prefix);
  if ("invalid" in matcher) return refuse("invalid_input", `${matcher.invalid} is not a glob`);
  let found = await look(matcher);
  let note: string | undefined;
  if (found.paths.length === 0 && matcher.glob && asked.includes("[")) {
    const literal = matcherOf(asked.replaceAll(/[[\]]/g, "\\$&"), prefix);
    if (!("invalid" in literal)) found = await look(literal);
    if (found.paths.length > 0) note = "[brackets read as part of the names]";
  }

  const order = await orderOf(
    found.paths,
    found.scores,
    input.newest === true ? { root: real, signal } : undefined,
  );
  const limit = clamp(input.limit, DEFAULT_LIMIT, 1, MAX_LIMIT);
  const offset = clamp(input.offset, 0, 0, Number.MAX_SAFE_INTEGER);
  return write({ target, order, note, query, limit, offset, ...found, maxOutput: ctx.limits.maxOutput });
}

/** Paths with the newest first, or the best; equals by their path. */
async function orderOf(
  paths: readonly string[],
  scores: readonly number[],
  newest: { readonly root: string; readonly signal: AbortSignal } | undefined,
): Promise<string[]> {
  const rank = newest ? await timesOf(newest.root, paths, newest.signal) : scores;
  return paths
    .map((path, at) => ({ path, rank: rank[at] ?? 0 }))
    .toSorted((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ path }) => path);
}

function write(found: {
  readonly target: Target;
  readonly order: readonly string[];
  readonly note: string | undefined;
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  readonly seen: number;
  readonly complete: boolean;
  readonly unreadable: number;
  readonly maxOutput: number;
}): Result {
  const { target, order, offset, maxOutput } = found;
  const notes = [
    ...(found.complete ? [] : [`[only the first ${found.seen} paths were looked at — narrow path]`]),
    ...(found.unreadable > 0 ? ["[some folders could not be read]"] : []),
  ];
  const data = (shown: number): FindData => ({ found: order.length, shown, seen: found.seen });
  if (order.length === 0) {
    const text = `nothing found for ${JSON.stringify(found.query)} in ${target.shown} (${found.seen} paths looked at)`;
    return { text: [text, ...notes].join("\n"), data: data(0) };
  }
  if (offset >= order.length)
    return { text: `nothing from offset ${offset} on — there are ${order.length} in all`, data: data(0) };
  const lines = order.slice(offset, offset + found.limit).map((path) => showPath(`${target.prefix}${path}`));
  const room = { characters: maxOutput - SPARE, bytes: MAX_BYTES - SPARE };
  const shown = largest(lines.length, (count) => fits(lines.slice(0, count), room));
  const left = order.length - offset - shown;
  const more =
    left > 0 ? [`[… ${left} more — offset=${offset + shown} shows the next, or narrow query or path]`] : [];
  const all = [
    ...(found.note === undefined ? [] : [found.note]),
    ...lines.slice(0, shown),
    ...notes,
    ...more,
  ];
  const locations = order
    .slice(offset, offset + shown)
    .map((path) => ({ path: posix.join(target.real, path) }));
  return {
    text: boundText(all.join("\n"), maxOutput, "end", "narrow path or query"),
    locations,
    data: data(shown),
  };
}
