import type { Code, Ctx, FileChange, PermissionCheck, Plan, Result, Tool } from "@mm-agent/core";
import { fetchPage, type FetchPageOptions } from "../fetch/fetch-page.js";
import { parseUrl, spellings } from "../fetch/parse-url.js";
import { RobotsCache } from "../fetch/robots-cache.js";
import { convertInWorker, type WorkerOptions } from "./convert-in-worker.js";
import { readSettings } from "./settings.js";
import { errorText, failed, type FetchInput, usageProblem } from "./texts.js";

export interface FetchToolOptions {
  /** Shared by the calls of a session. Default: one of its own. */
  readonly robots?: RobotsCache;
  /** For hosts that bundle the package: the converter's worker module. */
  readonly worker?: URL;
  /** Passed on to the fetcher. */
  readonly fetch?: Pick<FetchPageOptions, "lookup" | "userAgent" | "timeout">;
}

/** Makes the tool `fetch_content`. */
export function createFetchTool(options: FetchToolOptions = {}): Tool<FetchInput> {
  const robots = options.robots ?? new RobotsCache();
  return {
    name: "fetch_content",
    kind: "fetch",
    description:
      "Downloads a web page and returns its text as Markdown, without navigation, ads and scripts. " +
      "With output, the Markdown is saved to that file instead of being returned.",
    input: {
      type: "object",
      properties: {
        url: { type: "string", description: "The page; https:// when the scheme is missing." },
        output: { type: "string", description: "File to save the Markdown to instead of returning it." },
        baseUrl: { type: "string", description: "Absolute URL for relative links. Default: the page's own." },
        tables: {
          type: "string",
          description:
            "Tables with spanning cells: html (default) keeps them as HTML, flatten makes them Markdown.",
        },
        strikethrough: { type: "boolean", description: "Keep deleted text as ~~text~~." },
        taskList: { type: "boolean", description: "Keep checkboxes as - [ ] and - [x]." },
      },
      required: ["url"],
      additionalProperties: false,
    },
    icon: "🌐",
    busy: "Fetching",
    echo: "preview",
    bound: "end",
    plan: (input, ctx) => plan(input, ctx),
    run: (input, ctx) => run(input, ctx, robots, options),
  };
}

function plan(input: FetchInput, ctx: Ctx): Plan {
  const problem = usageProblem(input);
  const output = input.output?.trim() ?? "";
  if (problem !== undefined) return { title: title(input, output), refuse: usage(problem) };
  const page: PermissionCheck = {
    tool: "fetch_content",
    value: input.url.trim(),
    also: spellings(input.url),
  };
  if (output === "") return { title: title(input, output), permission: { checks: [page] } };
  const { abs, rel } = ctx.workspace.resolve(output);
  return {
    title: title(input, output),
    kind: "edit",
    paths: [abs],
    permission: {
      checks: [page, { tool: "write_file", value: rel, type: "path" }],
    },
  };
}

function title(input: FetchInput, output: string): string {
  const url = input.url.trim() === "" ? "(no url)" : input.url.trim().replace(/\s+/g, " ");
  return output === "" ? url : `${url} → ${output}`;
}

async function run(
  input: FetchInput,
  ctx: Ctx,
  robots: RobotsCache,
  options: FetchToolOptions,
): Promise<Result> {
  const problem = usageProblem(input);
  if (problem !== undefined) return usage(problem);
  const { blockPrivate } = readSettings(ctx.config);
  const page = await fetchPage(input.url, { ...options.fetch, blockPrivate, robots, signal: ctx.signal });
  if (!page.ok) return failed(page);
  const made = await convertInWorker(page.html, conversion(input, page.url), worker(options, ctx));
  if (!made.ok) {
    if (made.cancelled) return { text: "[fetch_content: cancelled]", ok: false, code: "cancelled" };
    return { text: errorText(1, made.reason), ok: false, code: "failed" };
  }
  const asked = parseUrl(input.url);
  const url = asked.ok ? asked.url.href : input.url;
  if (made.markdown === "") return { text: nothing(url) };
  const output = input.output?.trim() ?? "";
  if (output === "") return { text: made.markdown, data: { url: page.url, encoding: page.encoding } };
  return save(made.markdown, url, output, ctx);
}

function worker(options: FetchToolOptions, ctx: Ctx): WorkerOptions {
  return { signal: ctx.signal, entry: options.worker };
}

function conversion(input: FetchInput, pageUrl: string) {
  return {
    pageUrl,
    baseUrl: input.baseUrl?.trim() || undefined,
    tables: input.tables === "flatten" ? ("flatten" as const) : ("html" as const),
    strikethrough: input.strikethrough ?? false,
    taskList: input.taskList ?? false,
  };
}

async function save(markdown: string, url: string, output: string, ctx: Ctx): Promise<Result> {
  const { abs, rel } = ctx.workspace.resolve(output);
  let changes: readonly FileChange[];
  try {
    changes = await ctx.workspace.lock([abs], () =>
      ctx.workspace.write([{ path: abs, content: markdown }], { callId: ctx.callId, signal: ctx.signal }),
    );
  } catch (error) {
    // Known by name: importing the class would load all of core into every program that only converts.
    const { name, message, code } = error as { name?: string; message: string; code: Code };
    if (name !== "WorkspaceError") throw error;
    return { text: errorText(1, `the output file cannot be written: ${message}`), ok: false, code };
  }
  const lines = markdown.split("\n").length - 1;
  const bytes = Buffer.byteLength(markdown);
  return {
    text: `[fetch_content: saved ${lines} lines of Markdown (${bytes} bytes) from ${url} to ${rel} — the content is not shown]`,
    changes,
    locations: [{ path: abs }],
    data: { url, file: abs, lines, bytes },
  };
}

function usage(reason: string): Result {
  return { text: errorText(3, reason), ok: false, code: "invalid_input" };
}

function nothing(url: string): string {
  return `[fetch_content: ${url} has no text content once scripts, navigation and ads are removed — nothing saved]`;
}
