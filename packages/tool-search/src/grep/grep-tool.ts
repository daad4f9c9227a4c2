import { defineTool, type Tool } from "@mm-agent/core";
import { prepareFields } from "../path/prepare-fields.js";
import { planSearch } from "../path/plan-search.js";
import { withTimeout } from "../path/with-timeout.js";
import type { SearchSettings } from "../settings.js";
import type { GrepData } from "./answer.js";
import type { EngineChain } from "./choose-engine.js";

export interface GrepInput {
  readonly pattern: string;
  readonly path?: string;
  readonly include?: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly mode?: "lines" | "files" | "count";
  readonly context?: number;
  readonly limit?: number;
  readonly offset?: number;
}

export type { GrepData };

/** Names that the fields have in other tools. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  glob: "include",
  includes: "include",
  file_pattern: "include",
  filePattern: "include",
  "-i": "ignoreCase",
  case_insensitive: "ignoreCase",
  caseInsensitive: "ignoreCase",
  fixed_string: "literal",
  fixed_strings: "literal",
  fixedStrings: "literal",
  output_mode: "mode",
  outputMode: "mode",
  "-C": "context",
  context_lines: "context",
  contextLines: "context",
  head_limit: "limit",
};
const MODES: Readonly<Record<string, string>> = { content: "lines", files_with_matches: "files" };

/**
 * Makes `grep` over a chain of engines, which the caller disposes of in the end.
 * Permission rules about it cover the path that is asked for, not every file below.
 */
export function createGrepTool(
  settings: Pick<SearchSettings, "timeout">,
  chain: EngineChain,
): Tool<GrepInput> {
  return defineTool({
    name: "grep",
    kind: "search",
    description:
      "Searches file contents for a regular expression, line by line. Skips ignored and binary files. " +
      "Returns path:line:text, sorted by path; many matches are shared out over the files.",
    input: {
      type: "object",
      properties: {
        pattern: { type: "string" },
        path: { type: "string", description: "File or folder. Default: the project." },
        include: { type: "string", description: "Glob of files, such as *.ts or src/**/*.{js,ts}" },
        literal: { type: "boolean", description: "The pattern is plain text." },
        ignoreCase: { type: "boolean" },
        mode: { type: "string", enum: ["lines", "files", "count"], description: "Default lines." },
        context: { type: "integer", description: "Lines around each match, up to 10." },
        limit: { type: "integer", description: "Default 100." },
        offset: { type: "integer", description: "Matches to skip." },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    icon: "🔍",
    counter: { icon: "🔍", label: "search(es)" },
    busy: "Searching",
    bound: "self",
    prepare: prepareGrep,
    plan: ({ pattern, path = ".", include }, ctx) =>
      planSearch("grep", path, titleOf(pattern, path, include), ctx),
    run: async (input, ctx, plan) => {
      const { runGrep } = await import("./run-grep.js");
      return withTimeout("grep", ctx, settings.timeout, (signal) => runGrep(input, ctx, plan, chain, signal));
    },
  });
}

function prepareGrep(raw: unknown): unknown {
  const fields = prepareFields(raw, OTHER_NAMES);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { mode } = fields as Record<string, unknown>;
  return typeof mode === "string" && Object.hasOwn(MODES, mode) ? { ...fields, mode: MODES[mode] } : fields;
}

function titleOf(pattern: string, path: string, include: string | undefined): string {
  const where = path === "." || path === "" ? "" : ` in ${path}`;
  return `${pattern}${where}${include === undefined || include === "" ? "" : ` (${include})`}`;
}
