import type { Member, Node } from "./node.js";

/** Writes a pattern for ripgrep: its own engine, and PCRE2 where a construct needs that. */
export function writeRust(node: Node): string {
  switch (node.type) {
    case "char":
      return writeChar(node.code);
    case "any":
      return "[^\\r\\n]";
    case "start":
      return "^";
    case "end":
      // A line that ends in CR LF ends before the CR.
      return "(?:\\r?$)";
    case "boundary":
      return node.negated ? "\\B" : "\\b";
    case "set":
      return writeSet(node.negated, node.members);
    case "group":
      return `(${node.open.kind === "special" ? node.open.source : node.open.name === undefined ? "" : `?P<${node.open.name}>`}${writeRust(node.body)})`;
    case "sequence":
      return node.items.map(writeRust).join("");
    case "choice":
      return node.branches.map(writeRust).join("|");
    case "repeat":
      return `${writeItem(node.item)}${bounds(node.min, node.max)}${node.mode}`;
    case "back":
      return /^\d+$/.test(node.to) ? `(?:\\${node.to})` : `\\k<${node.to}>`;
    case "raw":
      return node.source;
  }
}

function writeItem(item: Node): string {
  const text = writeRust(item);
  return item.type === "repeat" || item.type === "start" || item.type === "boundary" ? `(?:${text})` : text;
}

/** The quantifier in braces, or its short form. */
export function bounds(min: number, max: number | undefined): string {
  if (max === undefined) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function writeChar(code: number): string {
  if (code < 32 || code === 127) return `\\x{${code.toString(16)}}`;
  const char = String.fromCodePoint(code);
  return /[\\.+*?()|[\]{}^$#&\-~]/.test(char) ? `\\${char}` : char;
}

function writeSet(negated: boolean, members: readonly Member[]): string {
  const parts = members.map(writeMember).join("");
  if (parts === "") return negated ? "[^\\r\\n]" : "[^\\s\\S]";
  return `[${negated ? "^" : ""}${parts}]`;
}

function writeMember(member: Member): string {
  if (member.type === "class") return `\\${member.name}`;
  if (member.type === "posix") return `[:${member.negated ? "^" : ""}${member.name}:]`;
  if (member.type === "property") return `\\${member.negated ? "P" : "p"}{${member.name}}`;
  return withoutLineFeed(member.from, member.to)
    .map(([from, to]) => (from === to ? writeChar(from) : `${writeChar(from)}-${writeChar(to)}`))
    .join("");
}

/** The range without the line feed, which no match may hold. */
export function withoutLineFeed(from: number, to: number): [number, number][] {
  if (from > 10 || to < 10) return [[from, to]];
  const parts: [number, number][] = [];
  if (from < 10) parts.push([from, 9]);
  if (to > 10) parts.push([11, to]);
  return parts;
}
