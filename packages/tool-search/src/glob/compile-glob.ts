import { matchParts } from "./match-parts.js";
import { parseGlob, type GlobPart } from "./parse-glob.js";

/** A test for `/`-separated paths. */
export interface GlobMatcher {
  test(path: string): boolean;
}

/** Characters of a glob; longer ones are no globs that people write. */
const MAX_LENGTH = 4096;

/** Runs of any length up to which an expression that backtracks takes time worth nothing. */
const MAX_RUNS = 2;

/**
 * Turns a glob into a test for `/`-separated paths. `*` and `?` stay within one name, `**` between slashes spans folders,
 * `[a-z]`, `[!a]` and `{a,b}` work as in ripgrep, `\` takes the next character as it is; a leading dot needs no dot in
 * the glob. No glob makes a test take long: where an expression could backtrack without end, all ways are followed at
 * once.
 *
 * Undefined for a glob that cannot be read: an unclosed `[` or `{`, a range that runs backwards, more than 4,096
 * characters, or braces nested more than 32 deep.
 */
export function compileGlob(glob: string): GlobMatcher | undefined {
  if (glob.length > MAX_LENGTH) return undefined;
  const parts = parseGlob(glob);
  if (parts === undefined) return undefined;
  try {
    const expression = new RegExp(`^${write(parts)}$`, "su");
    const runs = parts.filter(({ type }) => type !== "one" && type !== "choice").length;
    if (runs <= MAX_RUNS && parts.every(({ type }) => type !== "choice")) return expression;
    return { test: matchParts(parts) };
  } catch {
    return undefined;
  }
}

function write(parts: readonly GlobPart[]): string {
  return parts.map(writePart).join("");
}

function writePart(part: GlobPart): string {
  switch (part.type) {
    case "one":
      return part.source;
    case "star":
      return "[^/]*";
    case "folders":
      return "(?:.*/)?";
    case "below":
      return part.min === 0 ? ".*" : ".+";
    case "choice":
      return `(?:${part.branches.map(write).join("|")})`;
  }
}
