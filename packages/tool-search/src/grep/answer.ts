import { posix } from "node:path";
import { boundText, type Location, type Result } from "@mm-agent/core";
import { showPath } from "../path/show-path.js";
import { buildPage, fits, largest, type Room } from "./build-page.js";
import type { Search } from "./search.js";
import type { CountedFile } from "./types.js";

export interface AnswerOptions {
  readonly mode: "lines" | "files" | "count";
  readonly pattern: string;
  /** Where was searched, as answers call it. */
  readonly shown: string;
  readonly limit: number;
  readonly offset: number;
  readonly context: number;
  /** UTF-16 units. */
  readonly maxOutput: number;
}

/** `data` of a result. */
export interface GrepData {
  readonly engine: "@vscode/ripgrep" | "rg" | "javascript";
  /** Lines that match, in all. */
  readonly matches: number;
  /** Files with such lines, in all. */
  readonly files: number;
  /** Lines or files in this answer. */
  readonly shown: number;
  readonly searched: number;
}

/** Bytes of an answer, whatever the session allows. */
const MAX_BYTES = 64 * 1024;

/** Kept free for the lines before and after the matches. */
const SPARE = 400;

/** Writes what a search found, in the mode and part that was asked for. */
export async function answer(
  found: Exclude<Search, { fault: string }>,
  options: AnswerOptions,
): Promise<Result> {
  const { job, engine, counted } = found;
  const files = counted.files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const matches = files.reduce((sum, { count }) => sum + count, 0);
  const total = options.mode === "lines" ? matches : files.length;
  const what = options.mode === "lines" ? "match" : "file";
  const room: Room = { characters: Math.max(0, options.maxOutput - SPARE), bytes: MAX_BYTES - SPARE };
  const finish = (lines: readonly string[], shown: number, locations: readonly Location[]): Result => {
    const all = [
      ...(job.pattern.note === undefined ? [] : [job.pattern.note]),
      ...lines,
      ...(counted.unreadable ? ["[some files could not be read]"] : []),
      ...more(total, options.offset, shown, what),
    ];
    const data: GrepData = {
      engine: engine.name,
      matches,
      files: files.length,
      shown,
      searched: counted.searched,
    };
    return {
      text: boundText(all.join("\n"), options.maxOutput, "end", "narrow path, include or pattern"),
      locations,
      data,
    };
  };

  if (total === 0) return finish([nothing(found, options)], 0, []);
  if (options.offset >= total)
    return finish([`no ${plural(what)} from offset ${options.offset} on — there are ${total} in all`], 0, []);
  if (options.mode === "lines") {
    const page = await buildPage(engine, job, files, { ...options, room });
    const locations = page.places.map(({ path, line }) => ({ path: posix.join(job.root, path), line }));
    return finish(page.lines, page.shown, locations);
  }
  const listed = files.slice(options.offset, options.offset + options.limit);
  const write = ({ path, count }: CountedFile): string => {
    const shown = showPath(`${job.prefix}${job.shownFile ?? path}`);
    return options.mode === "files" ? shown : `${shown}:${count}`;
  };
  const lines = listed.map(write);
  const shown = largest(lines.length, (count) => fits(lines.slice(0, count), room));
  const sum =
    options.mode === "count" ? [`${number(matches, "match")} in ${number(files.length, "file")}`] : [];
  const locations = listed.slice(0, shown).map(({ path }) => ({ path: posix.join(job.root, path) }));
  return finish([...lines.slice(0, shown), ...sum], shown, locations);
}

/** The last line: how much more there is, and how to get it. */
function more(total: number, offset: number, shown: number, what: "match" | "file"): string[] {
  const left = total - offset - shown;
  if (left <= 0 || shown === 0) return [];
  return [
    `[… ${number(left, what, "more ")} — offset=${offset + shown} shows the next, or narrow path, include or pattern]`,
  ];
}

function nothing(
  { job, counted }: Exclude<Search, { fault: string }>,
  { pattern, shown }: AnswerOptions,
): string {
  const include = job.include === undefined ? "" : `include ${job.include.text}, `;
  return `no matches for ${JSON.stringify(pattern)} in ${shown} (${include}${number(counted.searched, "file")} searched)`;
}

function number(count: number, what: string, before = ""): string {
  return `${count} ${before}${count === 1 ? what : plural(what)}`;
}

function plural(what: string): string {
  return what === "match" ? "matches" : `${what}s`;
}
