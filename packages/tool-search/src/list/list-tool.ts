import { defineTool, type Tool } from "@mm-agent/core";
import { prepareFields } from "../path/prepare-fields.js";
import { planSearch } from "../path/plan-search.js";
import { withTimeout } from "../path/with-timeout.js";
import type { SearchSettings } from "../settings.js";
import type { WalkCache } from "../walk/walk-cache.js";

export interface ListInput {
  readonly path?: string;
  readonly depth?: number;
  readonly sizes?: boolean;
  readonly offset?: number;
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_depth: "depth",
  maxDepth: "depth",
  size: "sizes",
};

/**
 * Makes `list_files`. Listings are kept in `cache` from call to call.
 * Permission rules about it cover the path that is asked for, not every file below.
 */
export function createListTool(settings: Pick<SearchSettings, "timeout">, cache: WalkCache): Tool<ListInput> {
  return defineTool({
    name: "list_files",
    kind: "read",
    description: "Lists a folder; directories end in /. Ignored entries are only named.",
    input: {
      type: "object",
      properties: {
        path: { type: "string", description: "Default: the project." },
        depth: { type: "integer", description: "1 to 3 levels. Default 1." },
        sizes: { type: "boolean" },
        offset: { type: "integer" },
      },
      additionalProperties: false,
    },
    icon: "📂",
    counter: { icon: "🔍", label: "search(es)" },
    busy: "Listing",
    bound: "self",
    prepare: (raw) => prepareFields(raw, OTHER_NAMES),
    plan: ({ path = "." }, ctx) => planSearch("list_files", path, path === "" ? "." : path, ctx),
    run: async (input, ctx, plan) => {
      const { runList } = await import("./run-list.js");
      return withTimeout("list_files", ctx, settings.timeout, (signal) =>
        runList(input, ctx, plan, cache, signal),
      );
    },
  });
}
