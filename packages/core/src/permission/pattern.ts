const cache = new Map<string, RegExp>();

/**
 * Whether a rule's pattern fits a text such as a command or a URL: `*` stands for any run of characters, `?` for one,
 * a backslash makes the next character literal; everything else is exact. A pattern that ends in ` *` also fits the
 * text without that last part, so that `git status *` covers a bare `git status`.
 */
export function matchText(pattern: string, value: string): boolean {
  if (compile(pattern, "text").test(value)) return true;
  return pattern.endsWith(" *") && compile(pattern.slice(0, -2), "text").test(value);
}

/**
 * Whether a rule's pattern fits a path or one of the folders it lies in: `*` and `?` stay within one name, `**` crosses
 * folders. Both are compared with `/`; `caseless` is for file systems that ignore case (Windows drives).
 */
export function matchPath(pattern: string, path: string, caseless = process.platform === "win32"): boolean {
  const norm = (text: string): string => {
    const slashed = caseless ? text.replaceAll("\\", "/").toLowerCase() : text;
    return slashed.replace(/^\.\//, "").replace(/(?<=.)\/+$/, "");
  };
  const rule = compile(norm(pattern), "path");
  for (let rest = norm(path); rest !== "";) {
    if (rule.test(rest)) return true;
    const slash = rest.lastIndexOf("/");
    if (slash <= 0) return false;
    rest = rest.slice(0, slash);
  }
  return false;
}

/** A pattern that fits exactly `value`. */
export function escapePattern(value: string): string {
  return value.replaceAll(/[\\*?]/g, String.raw`\$&`);
}

/** Characters before the first wildcard: the longer, the more specific a rule. */
export function literalPrefix(pattern: string): number {
  let length = 0;
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i];
    if (char === "*" || char === "?") return length;
    if (char === "\\") i += 1;
    length += 1;
  }
  // An exact pattern beats one that has the same text and then a wildcard.
  return length + 1;
}

function compile(pattern: string, kind: "text" | "path"): RegExp {
  const key = `${kind}:${pattern}`;
  const known = cache.get(key);
  if (known) return known;
  let source = "";
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i] ?? "";
    if (char === "\\" && i + 1 < pattern.length) {
      i += 1;
      source += escapeRegExp(pattern[i] ?? "");
    } else if (char === "*") {
      let stars = 1;
      while (pattern[i + 1] === "*") {
        i += 1;
        stars += 1;
      }
      if (kind === "text") source += "[^]*";
      else if (stars === 1) source += "[^/]*";
      else if (pattern[i + 1] === "/" && (source === "" || source.endsWith("/"))) {
        i += 1;
        source += "(?:[^]*/)?";
      } else source += "[^]*";
    } else if (char === "?") source += kind === "text" ? "[^]" : "[^/]";
    else source += escapeRegExp(char);
  }
  const compiled = new RegExp(`^${source}$`, "u");
  if (cache.size > 2000) cache.clear();
  cache.set(key, compiled);
  return compiled;
}

function escapeRegExp(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
}
