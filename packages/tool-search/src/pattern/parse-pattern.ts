import type { Construct, GroupOpen, Node } from "./node.js";
import { readEscape } from "./read-escape.js";
import { readSet } from "./read-set.js";

export interface ParsedPattern {
  readonly node: Node;
  readonly ignoreCase: boolean;
  readonly constructs: ReadonlySet<Construct>;
  /** True when a `{`, `}`, `(` or `)` was taken as itself. */
  readonly repaired: boolean;
}

/** Why a text is no pattern; such a text is searched as it stands. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** State of one reading. `at` is the next character. */
export interface Reader {
  readonly text: string;
  at: number;
  readonly constructs: Set<Construct>;
}

const PCRE_GROUPS = /^\(\?(?:[|&#(]|R(?=\))|[+-]?\d|P[>=])|^\(\*/;

/**
 * Reads a pattern in the syntax that ripgrep, PCRE and JavaScript share. Braces that are no quantifier, parentheses
 * without a partner and the empty pair `()` mean themselves: models forget to escape them in code.
 *
 * @throws {PatternError} for what cannot be read any way.
 */
export function parsePattern(text: string): ParsedPattern {
  const reader: Reader = { text, at: 0, constructs: new Set() };
  const strays = strayParentheses(text);
  let repaired = false;
  let ignoreCase = false;
  const groups: { open: GroupOpen; branches: Node[]; items: Node[] }[] = [];
  let branches: Node[] = [];
  let items: Node[] = [];

  const literal = (char: string): void => {
    items.push({ type: "char", code: char.codePointAt(0) ?? 0 });
  };
  const finish = (): Node => {
    const last: Node = { type: "sequence", items };
    return branches.length === 0 ? last : { type: "choice", branches: [...branches, last] };
  };

  while (reader.at < text.length) {
    const start = reader.at;
    const char = String.fromCodePoint(text.codePointAt(start) ?? 0);
    reader.at += char.length;
    if (char === "\\") items.push(...readEscape(reader));
    else if (char === "[") items.push(readSet(reader));
    else if (char === ".") items.push({ type: "any" });
    else if (char === "^") items.push({ type: "start" });
    else if (char === "$") items.push({ type: "end" });
    else if (char === "|") {
      branches.push({ type: "sequence", items });
      items = [];
    } else if (char === "(" && (strays.has(start) || text.startsWith("()", start))) {
      repaired = true;
      literal("(");
      if (text[reader.at] === ")" && !strays.has(start)) {
        literal(")");
        reader.at += 1;
      }
    } else if (char === "(") {
      const open = readOpen(reader, start);
      if (open === "flags") continue;
      if (open === "ignoreCase") {
        if (items.length === 0 && branches.length === 0 && groups.length === 0) ignoreCase = true;
        else throw new PatternError("(?i) stands in the middle");
        continue;
      }
      groups.push({ open, branches, items });
      branches = [];
      items = [];
    } else if (char === ")" && groups.length > 0 && !strays.has(start)) {
      const body = finish();
      const group = groups.pop();
      if (group === undefined) break;
      ({ branches, items } = group);
      items.push({ type: "group", open: group.open, body });
    } else if (char === ")" || char === "}") {
      repaired = true;
      literal(char);
    } else if (char === "*" || char === "+" || char === "?" || char === "{") {
      const bounds = readBounds(reader, char);
      if (bounds === undefined) {
        repaired = true;
        literal(char);
      } else items.push(repeat(reader, items.pop(), bounds));
    } else literal(char);
  }
  if (groups.length > 0) throw new PatternError("a group is not closed");
  return { node: finish(), ignoreCase, constructs: reader.constructs, repaired };
}

/** Positions of parentheses without a partner. */
function strayParentheses(text: string): ReadonlySet<number> {
  const strays = new Set<number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "[") at = skipSet(text, at);
    else if (char === "(") open.push(at);
    else if (char === ")" && open.pop() === undefined) strays.add(at);
  }
  for (const at of open) strays.add(at);
  return strays;
}

function skipSet(text: string, start: number): number {
  let at = start + (text[start + 1] === "^" ? 2 : 1);
  if (text[at] === "]") at += 1;
  for (; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith("[:", at) && text.includes(":]", at)) at = text.indexOf(":]", at) + 1;
    else if (text[at] === "[") at = skipSet(text, at);
    else if (text[at] === "]") return at;
  }
  return start;
}

function readOpen(reader: Reader, start: number): GroupOpen | "flags" | "ignoreCase" {
  const rest = reader.text.slice(start, start + 80);
  const take = (length: number): void => {
    reader.at = start + length;
  };
  const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest) ?? /^\(\?'([A-Za-z_]\w*)'/.exec(rest);
  if (named?.[1] !== undefined) {
    take(named[0].length);
    return { kind: "capture", name: named[1] };
  }
  const look = /^\((\?(?:=|!|<=|<!|>|:))/.exec(rest)?.[1];
  if (look !== undefined) {
    take(look.length + 1);
    if (look === "?>") reader.constructs.add("an atomic group");
    else if (look !== "?:") reader.constructs.add("look-around");
    return { kind: "special", source: look };
  }
  const special = PCRE_GROUPS.exec(rest)?.[0];
  if (special !== undefined) {
    reader.constructs.add(special as `(${string}`);
    take(special.length);
    return { kind: "special", source: special.slice(1) };
  }
  const flags = /^\(\?([a-zA-Z]*(?:-[a-zA-Z]+)?)([:)])/.exec(rest);
  if (flags) {
    take(flags[0].length);
    // Every search is line by line, so these say nothing new.
    const told = (flags[1] ?? "").replaceAll(/^[smu]+$/g, "");
    if (flags[2] === ")") {
      if (told === "") return "flags";
      if (/^[smu]*i[smu]*$/.test(told)) return "ignoreCase";
    } else if (told === "") return { kind: "special", source: "?:" };
    if (flags[2] === ")") throw new PatternError(`the flags ${flags[0]} are not known`);
    reader.constructs.add("inline flags");
    return { kind: "special", source: `?${told}:` };
  }
  if (rest.startsWith("(?")) throw new PatternError("a group begins in an unknown way");
  return { kind: "capture" };
}

function readBounds(
  reader: Reader,
  char: string,
): { readonly min: number; readonly max: number | undefined } | undefined {
  if (char === "*") return { min: 0, max: undefined };
  if (char === "+") return { min: 1, max: undefined };
  if (char === "?") return { min: 0, max: 1 };
  const bounds = /^(\d*)(,?)(\d*)\}/.exec(reader.text.slice(reader.at, reader.at + 24));
  if (!bounds || (bounds[1] === "" && bounds[3] === "")) return undefined;
  reader.at += bounds[0].length;
  const min = Number(bounds[1] ?? 0);
  const max = bounds[2] === "" ? min : bounds[3] === "" ? undefined : Number(bounds[3]);
  if (max !== undefined && max < min) throw new PatternError("a quantifier counts backwards");
  return { min, max };
}

function repeat(
  reader: Reader,
  item: Node | undefined,
  bounds: { readonly min: number; readonly max: number | undefined },
): Node {
  if (item === undefined) throw new PatternError("there is nothing to repeat");
  const next = reader.text[reader.at];
  const mode = next === "?" || next === "+" ? next : "";
  reader.at += mode.length;
  if (mode === "+") reader.constructs.add("a possessive quantifier");
  while (reader.text[reader.at] === "*") reader.at += 1;
  return { type: "repeat", item, ...bounds, mode };
}
