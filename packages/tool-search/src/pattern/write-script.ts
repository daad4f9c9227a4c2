import { isExpression } from "./is-expression.js";
import type { Member, Node } from "./node.js";
import { bounds, withoutLineFeed } from "./write-rust.js";

/** Word characters, digits and blanks as ripgrep has them: those of Unicode. None of them is a line feed. */
const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const SPACE = "\\t\\v\\f\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const CLASSES: Readonly<Record<string, string>> = { d: "\\p{Nd}", w: WORD, s: SPACE };

const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x09\\x0b-\\x7f",
  blank: " \\t",
  cntrl: "\\x00-\\x09\\x0b-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\t\\v\\f\\r ",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

/**
 * Writes a pattern for a JavaScript expression with the flags `gmu`, so that no match spans lines and what matches is
 * what ripgrep matches.
 */
export function writeScript(node: Node): string {
  switch (node.type) {
    case "char":
      return writeChar(node.code);
    case "any":
      return "[^\\r\\n]";
    case "start":
      // Not `^`: for JavaScript a lone CR and the separators U+2028 and U+2029 end lines too.
      return "(?<![^\\n])";
    case "end":
      return "(?=\\r?(?![^\\n]))";
    case "boundary": {
      const [one, other] = node.negated ? ["=", "="] : ["=", "!"];
      const ahead = `(?<=[${WORD}])(?${other}[${WORD}])`;
      const behind = node.negated ? `(?<![${WORD}])(?![${WORD}])` : `(?<![${WORD}])(?${one}[${WORD}])`;
      return `(?:${ahead}|${behind})`;
    }
    case "set":
      return writeSet(node.negated, node.members);
    case "group":
      return `(${node.open.kind === "special" ? node.open.source : node.open.name === undefined ? "" : `?<${node.open.name}>`}${writeScript(node.body)})`;
    case "sequence":
      return writeSequence(node.items);
    case "choice":
      return node.branches.map(writeScript).join("|");
    case "repeat": {
      const text = writeScript(node.item);
      const wrap = ["repeat", "start", "end", "boundary"].includes(node.item.type);
      return `${wrap ? `(?:${text})` : text}${bounds(node.min, node.max)}${node.mode}`;
    }
    case "back":
      return /^\d+$/.test(node.to) ? `(?:\\${node.to})` : `\\k<${node.to}>`;
    case "raw":
      return node.source;
  }
}

/** A boundary beside a word character needs to look to one side only, which is several times faster. */
function writeSequence(items: readonly Node[]): string {
  return items
    .map((item, at) => {
      if (item.type !== "boundary" || item.negated) return writeScript(item);
      if (isWord(items[at + 1])) return `(?<![${WORD}])`;
      if (isWord(items[at - 1])) return `(?![${WORD}])`;
      return writeScript(item);
    })
    .join("");
}

function isWord(node: Node | undefined): boolean {
  return node?.type === "char" && /^[\p{Alphabetic}\p{Nd}_]$/u.test(String.fromCodePoint(node.code));
}

function writeChar(code: number): string {
  if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, "0")}`;
  const char = String.fromCodePoint(code);
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function writeSet(negated: boolean, members: readonly Member[]): string {
  const plain: string[] = [];
  const others: string[] = [];
  for (const member of members) {
    const { text, set } = writeMember(member);
    (set ? others : plain).push(text);
  }
  const own = plain.join("");
  if (others.length === 0) {
    if (negated) return `[^${own}\\n]`;
    return own === "" ? "[^\\s\\S]" : `[${own}]`;
  }
  const all = [...(own === "" ? [] : [`[${own}]`]), ...others].join("|");
  return negated ? `(?!${all})[^\\n]` : `(?:${all})`;
}

/** `set`: the member is itself an expression, for what a set cannot hold as a part. */
function writeMember(member: Member): { readonly text: string; readonly set: boolean } {
  if (member.type === "range") {
    const text = withoutLineFeed(member.from, member.to)
      .map(([from, to]) => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`))
      .join("");
    return { text, set: false };
  }
  if (member.type === "property") {
    const text = property(member.name);
    return member.negated ? { text: `[^${text}\\n]`, set: true } : { text, set: false };
  }
  const lower = member.name.toLowerCase();
  const text = (member.type === "posix" ? POSIX[member.name] : CLASSES[lower]) ?? "";
  const negated = member.type === "posix" ? member.negated : member.name !== lower;
  return negated ? { text: `[^${text}\\n]`, set: true } : { text, set: false };
}

function inSet(code: number): string {
  return code === 0x2d ? "\\-" : writeChar(code);
}

/** A general category or a binary property by its own name, a script by way of `Script=`. */
function property(name: string): string {
  const text = [`\\p{${name}}`, `\\p{Script=${name}}`].find((form) => isExpression(form, "u"));
  if (text === undefined) throw new SyntaxError(`\\p{${name}} is not known`);
  return text;
}
