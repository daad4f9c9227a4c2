import { posix } from "node:path";
import { boundText, defineTool, type Ctx, type Plan, type Result, type Tool } from "@mm-agent/core";
import { readGlobs } from "../glob/match-globs.js";
import { findScope } from "../ignore/find-scope.js";
import { fits, largest } from "../grep/build-page.js";
import { clamp, prepareFields } from "../path/prepare-fields.js";
import { planSearch, targetOf } from "../path/plan-search.js";
import { showPath } from "../path/show-path.js";
import type { Target } from "../path/target.js";
import { withTimeout } from "../path/with-timeout.js";
import type { SearchSettings } from "../settings.js";
import type { WalkCache } from "../walk/walk-cache.js";
import { collect, timesOf, type Kind } from "./collect.js";
import { readQuery, scorePath } from "./score.js";

export interface FindInput {
  readonly query: string;
  readonly path?: string;
  readonly kind?: Kind;
  readonly newest?: boolean;
  readonly limit?: number;
  readonly offset?: number;
}

/** `data` of a result. */
export interface FindData {
  /** Paths that fit, in all. */
  readonly found: number;
  readonly shown: number;
  /** Paths looked at. */
  readonly seen: number;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_QUERY = 512;
const MAX_ENTRIES = 2_000_000;
const MAX_BYTES = 64 * 1024;
const SPARE = 300;

const OTHER_NAMES: Readonly<Record<string, string>> = {
  pattern: "query",
  glob: "query",
  name: "query",
  type: "kind",
  head_limit: "limit",
};
const KINDS: Readonly<Record<string, Kind>> = {
  file: "files",
  f: "files",
  directory: "directories",
  folders: "directories",
  folder: "directories",
  dirs: "directories",
  d: "directories",
  all: "mixed",
  any: "mixed",
  both: "mixed",
};

/** Makes `find`. Listings are kept in `cache` from call to call. */
export function createFindTool(settings: Pick<SearchSettings, "timeout">, cache: WalkCache): Tool<FindInput> {
  return defineTool({
    name: "find",
    kind: "search",
    description:
      "Finds files by name: a glob such as src/**/*.ts, or fuzzy words that must all be in the path (letters may be " +
      "skipped). Skips ignored files. Best match first; directories end in /.",
    input: {
      type: "object",
      properties: {
        query: { type: "string" },
        path: { type: "string", description: "Folder. Default: the project." },
        kind: { type: "string", enum: ["files", "directories", "mixed"], description: "Default files." },
        newest: { type: "boolean", description: "Last changed first." },
        limit: { type: "integer", description: "Default 50, up to 200." },
        offset: { type: "integer" },
      },
      required: ["query"],
      additionalProperties: false,
    },
    icon: "🔍",
    counter: { icon: "🔍", label: "search(es)" },
    busy: "Searching",
    bound: "self",
    prepare: prepareFind,
    plan: ({ query, path = "." }, ctx) =>
      planSearch("find", path, path === "." || path === "" ? query : `${query} in ${path}`, ctx),
    run: (input, ctx, plan) =>
      withTimeout("find", ctx, settings.timeout, (signal) => find(input, ctx, plan, cache, signal)),
  });
}

function prepareFind(raw: unknown): unknown {
  const fields = prepareFields(raw, OTHER_NAMES);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { kind } = fields as Record<string, unknown>;
  return typeof kind === "string" && Object.hasOwn(KINDS, kind) ? { ...fields, kind: KINDS[kind] } : fields;
}

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

async function find(
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
  const scope = await findScope(real, target.home);
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
  const matcher = matcherOf(query, prefix);
  if ("invalid" in matcher) return refuse("invalid_input", `${matcher.invalid} is not a glob`);
  let found = await look(matcher);
  let note: string | undefined;
  if (found.paths.length === 0 && matcher.glob && query.includes("[")) {
    const literal = matcherOf(query.replaceAll(/[[\]]/g, "\\$&"), prefix);
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
