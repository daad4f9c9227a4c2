import { compileGlob, type GlobMatcher } from "./compile-glob.js";

/** A test for paths, made from a model's globs. */
export interface GlobTest {
  /** `path` is relative to the searched folder, `shown` to the session's folder; a glob may be written for either. */
  matches(path: string, shown: string): boolean;
  /** Globs for the last name of a path, when every path that matches has such a name; else empty. */
  readonly names: readonly string[];
}

/**
 * Reads globs separated by commas. A glob without a slash is about names at any depth, one with a slash about whole
 * paths; `dir/` means everything below; `!glob` excludes. Text: the glob that cannot be read.
 */
export function readGlobs(text: string): GlobTest | { readonly invalid: string } {
  const wanted: Compiled[] = [];
  const unwanted: Compiled[] = [];
  for (const part of splitList(text)) {
    const negated = part.startsWith("!");
    const compiled = compile(negated ? part.slice(1) : part);
    if (compiled === undefined) return { invalid: part };
    (negated ? unwanted : wanted).push(compiled);
  }
  const hits = (list: readonly Compiled[], path: string, shown: string): boolean =>
    list.some(({ expression, wholePath }) =>
      wholePath
        ? expression.test(path) || expression.test(shown)
        : expression.test(path.slice(path.lastIndexOf("/") + 1)),
    );
  const names = wanted.map(({ name }) => name);
  return {
    matches: (path, shown) =>
      (wanted.length === 0 || hits(wanted, path, shown)) && !hits(unwanted, path, shown),
    names: names.every((name) => name !== undefined) ? names : [],
  };
}

interface Compiled {
  readonly expression: GlobMatcher;
  readonly wholePath: boolean;
  /** The glob of the last name, where ripgrep reads it as we do. */
  readonly name: string | undefined;
}

function compile(written: string): Compiled | undefined {
  let glob = written.replace(/^\.?\/+/, "");
  if (glob.endsWith("/")) glob = `${glob}**`;
  const wholePath = glob.includes("/") || written.startsWith("/") || glob === "**";
  const expression = compileGlob(glob);
  if (expression === undefined) return undefined;
  const last = glob.slice(glob.lastIndexOf("/") + 1);
  const plain = /^[\w.*?+@-]+$/.test(last) || /^[\w.*?+@-]*\{[\w.*?+@,-]+\}[\w.*?+@-]*$/.test(glob);
  return { expression, wholePath, name: plain && !last.includes("**") ? last : undefined };
}

/** Splits at commas that stand outside of braces. */
function splitList(text: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    if (char === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
