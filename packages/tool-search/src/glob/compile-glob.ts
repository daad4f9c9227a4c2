/**
 * Turns a glob into a regular expression over `/`-separated paths. `*` and `?` stay within one name, `**` between slashes
 * spans folders, `[a-z]`, `[!a]` and `{a,b}` work as in ripgrep, `\` takes the next character as it is; a leading dot
 * needs no dot in the glob.
 *
 * Undefined for a glob that cannot be read: an unclosed `[` or `{`, or a range that runs backwards.
 */
export function compileGlob(glob: string): RegExp | undefined {
  const source = translate(glob);
  if (source === undefined) return undefined;
  try {
    return new RegExp(`^${source}$`, "su");
  } catch {
    return undefined;
  }
}

function translate(glob: string): string | undefined {
  let out = "";
  let depth = 0;
  let at = 0;
  while (at < glob.length) {
    const char = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    at += char.length;
    if (char === "*") {
      const stars = /^\**/.exec(glob.slice(at))?.[0].length ?? 0;
      at += stars;
      const opens = at - stars - 1 === 0 || glob[at - stars - 2] === "/";
      if (stars > 0 && opens && glob[at] === "/") {
        out += "(?:.*/)?";
        at += 1;
      } else if (stars > 0 && opens && at === glob.length) out += out === "" ? ".*" : ".+";
      else out += "[^/]*";
    } else if (char === "?") out += "[^/]";
    else if (char === "[") {
      const set = readSet(glob, at);
      if (set === undefined) return undefined;
      out += set.source;
      at = set.end;
    } else if (char === "{") {
      depth += 1;
      out += "(?:";
    } else if (char === "}" && depth > 0) {
      depth -= 1;
      out += ")";
    } else if (char === "," && depth > 0) out += "|";
    else if (char === "\\" && at < glob.length) {
      const next = String.fromCodePoint(glob.codePointAt(at) ?? 0);
      at += next.length;
      out += escapeRegExp(next);
    } else out += escapeRegExp(char);
  }
  return depth === 0 ? out : undefined;
}

/** Reads what follows a `[`; a `]` right at the start is a member of the set. */
function readSet(glob: string, start: number): { source: string; end: number } | undefined {
  let at = start;
  const negated = glob[at] === "!" || glob[at] === "^";
  if (negated) at += 1;
  let members = "";
  for (let first = true; ; first = false) {
    const char = glob[at];
    if (char === undefined) return undefined;
    at += 1;
    if (char === "]" && !first) break;
    if (char === "-" && !first && glob[at] !== "]") members += "-";
    else if (char === "\\" && glob[at] !== undefined) {
      members += escapeMember(glob[at] ?? "");
      at += 1;
    } else members += escapeMember(char);
  }
  return { source: `(?!/)[${negated ? "^" : ""}${members}]`, end: at };
}

function escapeMember(char: string): string {
  return /[\]\\^[-]/.test(char) ? `\\${char}` : char;
}

/** The text as a regular expression that matches just it, with the `u` flag. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
