import { defineTool, type Tool } from "@mm-agent/core";
import { prepareFields } from "../path/prepare-fields.js";
import { planSearch } from "../path/plan-search.js";
import { withTimeout } from "../path/with-timeout.js";
import type { SearchSettings } from "../settings.js";
import type { WalkCache } from "../walk/walk-cache.js";
import type { Kind } from "./collect.js";

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

/**
 * Makes `find`. Listings are kept in `cache` from call to call.
 * Permission rules about it cover the path that is asked for, not every file below.
 */
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
    run: async (input, ctx, plan) => {
      const { runFind } = await import("./run-find.js");
      return withTimeout("find", ctx, settings.timeout, (signal) => runFind(input, ctx, plan, cache, signal));
    },
  });
}

function prepareFind(raw: unknown): unknown {
  const fields = prepareFields(raw, OTHER_NAMES);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { kind } = fields as Record<string, unknown>;
  return typeof kind === "string" && Object.hasOwn(KINDS, kind) ? { ...fields, kind: KINDS[kind] } : fields;
}
