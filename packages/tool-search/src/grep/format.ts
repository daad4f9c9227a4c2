import { showPath } from "../path/show-path.js";
import type { Share } from "./select-page.js";
import type { ShownLine } from "./read-lines.js";

/** A file of a page, with every line read that the page may show. */
export interface PageFile {
  /** As answers call it. */
  readonly path: string;
  /** Numbers of the lines that match, in order, from the page's first one of this file. */
  readonly matches: readonly number[];
  readonly lines: readonly ShownLine[];
}

/**
 * Writes the first matches of each file that the shares allow: `path:line:text`, lines around them `path-line-text`,
 * `--` between lines that do not follow each other.
 */
export function formatLines(
  files: readonly PageFile[],
  shares: ReadonlyMap<number, Share>,
  context: number,
): string[] {
  const out: string[] = [];
  files.forEach((file, index) => {
    const share = shares.get(index);
    if (!share) return;
    const matches = new Set(file.matches.slice(0, share.to - share.from));
    const path = showPath(file.path);
    let before: number | undefined;
    for (const { line, text } of file.lines) {
      const match = matches.has(line);
      if (!match && !isNear(line, matches, context)) continue;
      if (context > 0 && out.length > 0 && before !== line - 1) out.push("--");
      out.push(match ? `${path}:${line}:${text}` : `${path}-${line}-${text}`);
      before = line;
    }
  });
  return out;
}

function isNear(line: number, matches: ReadonlySet<number>, context: number): boolean {
  for (let near = line - context; near <= line + context; near += 1) if (matches.has(near)) return true;
  return false;
}
