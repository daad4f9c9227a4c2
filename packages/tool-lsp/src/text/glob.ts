/** A glob of the protocol (`*`, `**`, `?`, `{a,b}`, `[a-z]`, `[!a]`) as a regular expression over `/` paths. */
export function globToRegExp(glob: string): RegExp {
  let out = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? "";
    if (char === "*") {
      if (glob[at + 1] === "*") {
        at++;
        if (glob[at + 1] === "/") {
          at++;
          out += "(?:.*/)?";
        } else out += ".*";
      } else out += "[^/]*";
    } else if (char === "?") out += "[^/]";
    else if (char === "{") {
      depth++;
      out += "(?:";
    } else if (char === "}" && depth > 0) {
      depth--;
      out += ")";
    } else if (char === "," && depth > 0) out += "|";
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) out += "\\[";
      else {
        out += `[${glob
          .slice(at + 1, end)
          .replace(/^!/u, "^")
          .replace(/\\/gu, "\\\\")}]`;
        at = end;
      }
    } else out += char.replace(/[.+^$()|\\/\]}]/u, "\\$&");
  }
  return new RegExp(`^${out}$`, "u");
}
