import { matchParts } from "./match-parts.js";
import { matchRuns } from "./match-runs.js";
import { parseGlob, type GlobPart } from "./parse-glob.js";
import { spellOut } from "./spell-out.js";

/** A test for `/`-separated paths. */
export interface GlobMatcher {
  test(path: string): boolean;
}

/** Characters of a glob; longer ones are no globs that people write. */
const MAX_LENGTH = 4096;

/** Runs of any length, and branches of one choice, up to which an expression that backtracks takes time worth nothing. */
const MAX_RUNS = 2;
const MAX_BRANCHES = 16;

/** Globs without braces that one with braces may stand for before all its ways are followed at once. */
const MAX_SPELLED = 32;

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
    if (isHarmless(parts)) return expression;
    const spelled = spellOut(parts, MAX_SPELLED)?.map(matchRuns);
    return { test: spelled ? (path) => spelled.some((matches) => matches(path)) : matchParts(parts) };
  } catch {
    return undefined;
  }
}

/** Whether an expression for the parts, which is several times faster, backtracks little. */
function isHarmless(parts: readonly GlobPart[]): boolean {
  const choices = parts.filter((part) => part.type === "choice");
  const runs = parts.filter(({ type }) => type !== "one" && type !== "choice").length;
  const plain = choices.every(
    ({ branches }) =>
      branches.length <= MAX_BRANCHES &&
      branches.every((branch) => branch.every(({ type }) => type === "one")),
  );
  return runs <= MAX_RUNS && choices.length <= 1 && plain;
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
