import { escapeRegExp } from "./escape.js";

/** A part of a glob. */
export type GlobPart =
  /** One character; `source` is an expression for it. `char` is set when just that one is meant. */
  | { readonly type: "one"; readonly source: string; readonly char?: string }
  /** Any run of characters within one name. */
  | { readonly type: "star" }
  /** Nothing, or any folders with their final `/`. */
  | { readonly type: "folders" }
  /** Anything below, at least `min` characters. */
  | { readonly type: "below"; readonly min: 0 | 1 }
  | { readonly type: "choice"; readonly branches: readonly (readonly GlobPart[])[] };

/** Braces inside braces; nobody writes more. */
const MAX_DEPTH = 32;

/** Reads a glob; undefined when a `[` or `{` is not closed, or braces are nested too deep. */
export function parseGlob(glob: string): readonly GlobPart[] | undefined {
  let parts: GlobPart[] = [];
  let branches: GlobPart[][] = [];
  const outer: { parts: GlobPart[]; branches: GlobPart[][] }[] = [];
  let at = 0;
  while (at < glob.length) {
    const char = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    at += char.length;
    if (char === "*") {
      const begin = at - 1;
      while (glob[at] === "*") at += 1;
      const opens = at - begin > 1 && (begin === 0 || glob[begin - 1] === "/");
      if (opens && glob[at] === "/") {
        parts.push({ type: "folders" });
        at += 1;
      } else if (opens && at === glob.length) parts.push({ type: "below", min: begin === 0 ? 0 : 1 });
      else if (parts.at(-1)?.type !== "star") parts.push({ type: "star" });
    } else if (char === "?") parts.push({ type: "one", source: "[^/]" });
    else if (char === "[") {
      const set = readSet(glob, at);
      if (set === undefined) return undefined;
      parts.push({ type: "one", source: set.source });
      at = set.end;
    } else if (char === "{") {
      if (outer.length === MAX_DEPTH) return undefined;
      outer.push({ parts, branches });
      parts = [];
      branches = [parts];
    } else if (char === "}" && outer.length > 0) {
      const around = outer.pop();
      around?.parts.push({ type: "choice", branches });
      parts = around?.parts ?? [];
      branches = around?.branches ?? [];
    } else if (char === "," && outer.length > 0) {
      parts = [];
      branches.push(parts);
    } else if (char === "\\" && at < glob.length) {
      const next = String.fromCodePoint(glob.codePointAt(at) ?? 0);
      at += next.length;
      parts.push(literal(next));
    } else parts.push(literal(char));
  }
  return outer.length === 0 ? parts : undefined;
}

function literal(char: string): GlobPart {
  return { type: "one", source: escapeRegExp(char), char };
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
