import type { Member, Node } from "./node.js";
import { PatternError, type Reader } from "./parse-pattern.js";
import { readMember } from "./read-escape.js";

const POSIX =
  /^\[:(\^?)(alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/;

/**
 * Reads a set whose `[` is behind the reader. Sets in sets and the operators `&&`, `--`, `~~` are handed on as they
 * are: only ripgrep's own engine knows them.
 *
 * @throws {PatternError} when the set is not closed.
 */
export function readSet(reader: Reader): Node {
  const { text } = reader;
  const start = reader.at - 1;
  const negated = text[reader.at] === "^";
  if (negated) reader.at += 1;
  const members: Member[] = [];
  for (let first = true; ; first = false) {
    const char = text.codePointAt(reader.at);
    if (char === undefined) throw new PatternError("a [ is not closed");
    if (char === 0x5d && !first) break;
    const operator = !first && /^(?:&&|--|~~)/.test(text.slice(reader.at, reader.at + 2));
    const inner = char === 0x5b && closesInside(text, reader.at);
    const posix = POSIX.exec(text.slice(reader.at, reader.at + 16));
    if (posix) {
      reader.at += posix[0].length;
      members.push({ type: "posix", name: posix[2] ?? "", negated: posix[1] === "^" });
    } else if (operator || inner) return rawSet(reader, start);
    else members.push(readRange(reader, takeMember(reader)));
  }
  reader.at += 1;
  return { type: "set", negated, members };
}

function takeMember(reader: Reader): Member {
  const char = reader.text.codePointAt(reader.at) ?? 0;
  reader.at += char > 0xffff ? 2 : 1;
  if (char !== 0x5c) return { type: "range", from: char, to: char };
  if (reader.text[reader.at] === "b") {
    reader.at += 1;
    return { type: "range", from: 8, to: 8 };
  }
  return readMember(reader);
}

function readRange(reader: Reader, from: Member): Member {
  const { text } = reader;
  if (from.type !== "range" || text[reader.at] !== "-") return from;
  if (text[reader.at + 1] === "]" || text[reader.at + 1] === undefined || text[reader.at + 1] === "-")
    return from;
  const back = reader.at;
  reader.at += 1;
  const to = takeMember(reader);
  if (to.type !== "range") {
    reader.at = back;
    return from;
  }
  if (to.to < from.from) throw new PatternError("a range in [ ] runs backwards");
  return { type: "range", from: from.from, to: to.to };
}

/** Whether the `[` inside a set opens another set: then there are two `]` ahead, else it means itself. */
function closesInside(text: string, at: number): boolean {
  const first = text.indexOf("]", at + 2);
  if (first < 0) return false;
  const second = text.indexOf("]", first + 1);
  return second > 0 && /^(?:\]|&&|--|~~|[^\s[(]{0,20}\])/.test(text.slice(first + 1));
}

function rawSet(reader: Reader, start: number): Node {
  const { text } = reader;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "[") {
      depth += 1;
      if (text[at + 1] === "^") at += 1;
      if (text[at + 1] === "]") at += 1;
    } else if (char === "]") {
      depth -= 1;
      if (depth === 0) {
        reader.at = at + 1;
        reader.constructs.add("a set operation");
        return { type: "raw", source: text.slice(start, at + 1) };
      }
    }
  }
  throw new PatternError("a [ is not closed");
}
