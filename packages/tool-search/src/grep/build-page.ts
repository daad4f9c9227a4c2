import { withSlash } from "../path/slashes.js";
import { formatLines, type PageFile } from "./format.js";
import { readHitLines } from "./read-lines.js";
import { selectPage, type Share } from "./select-page.js";
import type { CountedFile, Engine, Hit, SearchJob } from "./types.js";

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly context: number;
  /** What the lines may take. */
  readonly room: Room;
}

export interface Room {
  /** UTF-16 units. */
  readonly characters: number;
  /** Bytes of UTF-8. */
  readonly bytes: number;
}

export interface Page {
  readonly lines: readonly string[];
  /** Matches among them. */
  readonly shown: number;
  /** The places of the matches, paths relative to the job's root. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
}

/** Finds, reads and writes the lines of one page of matches; fewer than `limit` when they would not fit. */
export async function buildPage(
  engine: Engine,
  job: SearchJob,
  files: readonly CountedFile[],
  options: PageOptions,
): Promise<Page> {
  const counts = files.map(({ count }) => count);
  const shares = selectPage(counts, options.offset, options.limit);
  const most = Math.max(0, ...shares.map(({ to }) => to));
  const paths = shares.map(({ index }) => files[index]?.path ?? "");
  const hits: ReadonlyMap<string, readonly Hit[]> =
    most === 0 ? new Map() : await engine.locate(job, paths, most);

  const pageFiles: PageFile[] = [];
  for (const { index, from, to } of shares) {
    const path = files[index]?.path ?? "";
    const wanted = (hits.get(path) ?? []).slice(from, to);
    const lines =
      wanted.length === 0
        ? []
        : await readHitLines(`${withSlash(job.root)}${path}`, wanted, options.context, job.signal).catch(
            gone,
          );
    pageFiles.push({
      path: `${job.prefix}${job.shownFile ?? path}`,
      matches: wanted.map(({ line }) => line),
      lines,
    });
  }

  const position = new Map(shares.map(({ index }, at) => [index, at]));
  const format = (limit: number): { lines: string[]; shares: Map<number, Share> } => {
    const fewer = selectPage(counts, options.offset, limit);
    const byPosition = new Map(fewer.map((share) => [position.get(share.index) ?? -1, share]));
    return { lines: formatLines(pageFiles, byPosition, options.context), shares: byPosition };
  };
  const limit = largest(options.limit, (count) => fits(format(count).lines, options.room));
  const page = format(limit);
  const places = pageFiles.flatMap(({ matches }, at) => {
    const share = page.shares.get(at);
    const path = paths[at] ?? "";
    return share ? matches.slice(0, share.to - share.from).map((line) => ({ path, line })) : [];
  });
  const shown = [...page.shares.values()].reduce((sum, { from, to }) => sum + to - from, 0);
  return { lines: page.lines, shown, places };
}

/** The largest number up to `most` that is all right; 1 when none is: an answer shows something. */
export function largest(most: number, isRight: (count: number) => boolean): number {
  if (isRight(most)) return most;
  let good = 1;
  let bad = most;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isRight(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Whether lines fit into an answer. */
export function fits(lines: readonly string[], room: Room): boolean {
  let characters = 0;
  let bytes = 0;
  for (const line of lines) {
    characters += line.length + 1;
    bytes += Buffer.byteLength(line) + 1;
  }
  return characters <= room.characters && bytes <= room.bytes;
}

/** A file that cannot be read any more has no lines; its matches still count. */
function gone(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  return [];
}
