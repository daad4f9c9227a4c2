import type { Construct, Member, Node } from "./node.js";
import { PatternError, type Reader } from "./parse-pattern.js";

const CONTROLS: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Reads what follows a backslash outside of a set. */
export function readEscape(reader: Reader): Node[] {
  const { text } = reader;
  const char = String.fromCodePoint(text.codePointAt(reader.at) ?? 0x5c);
  if (reader.at >= text.length) throw new PatternError("it ends in a backslash");
  if (char === "b" || char === "B") {
    reader.at += 1;
    return [{ type: "boundary", negated: char === "B" }];
  }
  if (char === "A" || char === "z" || char === "Z") {
    reader.at += 1;
    return [{ type: char === "A" ? "start" : "end" }];
  }
  if (char === "Q") {
    const end = text.indexOf("\\E", reader.at);
    const quoted = text.slice(reader.at + 1, end < 0 ? text.length : end);
    reader.at = end < 0 ? text.length : end + 2;
    return Array.from(quoted, (part) => ({ type: "char", code: part.codePointAt(0) ?? 0 }));
  }
  const back = /^(?:[1-9]\d?|[kg](?:<\w+>|\{-?\w+\}|'\w+'))/.exec(text.slice(reader.at, reader.at + 60));
  if (back) {
    reader.at += back[0].length;
    reader.constructs.add("a back-reference");
    return [{ type: "back", to: back[0].replaceAll(/^[kg]|[<>{}']/g, "") }];
  }
  if ("KGRXHVN".includes(char)) {
    reader.at += 1;
    reader.constructs.add(`\\${char}` as Construct);
    return [{ type: "raw", source: `\\${char}` }];
  }
  const member = readMember(reader);
  if (member.type === "range" && member.from === member.to) return [{ type: "char", code: member.from }];
  return [{ type: "set", negated: false, members: [member] }];
}

/** Reads what may follow a backslash inside a set and outside of one alike. */
export function readMember(reader: Reader): Member {
  const { text } = reader;
  const char = String.fromCodePoint(text.codePointAt(reader.at) ?? 0x5c);
  const rest = text.slice(reader.at, reader.at + 60);
  if (/^[dwsDWS]/.test(char)) {
    reader.at += 1;
    return { type: "class", name: char as "d" };
  }
  if (char === "h") {
    reader.at += 1;
    return { type: "posix", name: "blank", negated: false };
  }
  const property = /^([pP])(?:\{(\^?)([\w=]+)\}|([A-Z]))/.exec(rest);
  if (property) {
    reader.at += property[0].length;
    const negated = (property[1] === "P") !== (property[2] === "^");
    return { type: "property", name: property[3] ?? property[4] ?? "", negated };
  }
  const code = readCode(rest);
  if (code !== undefined) {
    reader.at += code.length;
    return { type: "range", from: code.value, to: code.value };
  }
  if (/^[A-Za-z0-9]/.test(char)) throw new PatternError(`\\${char} is not known`);
  reader.at += char.length;
  const value = char.codePointAt(0) ?? 0;
  return { type: "range", from: value, to: value };
}

function readCode(rest: string): { readonly value: number; readonly length: number } | undefined {
  const hex =
    /^x([0-9A-Fa-f]{2})/.exec(rest) ??
    /^u([0-9A-Fa-f]{4})/.exec(rest) ??
    /^U([0-9A-Fa-f]{8})/.exec(rest) ??
    /^[xuU]\{([0-9A-Fa-f]{1,6})\}/.exec(rest);
  if (hex?.[1] !== undefined) {
    const value = Number.parseInt(hex[1], 16);
    if (value > 0x10_ffff) throw new PatternError(`\\${hex[0]} is no character`);
    return { value, length: hex[0].length };
  }
  if (rest.startsWith("0")) return { value: 0, length: 1 };
  const value = CONTROLS[rest[0] ?? ""];
  return value === undefined ? undefined : { value, length: 1 };
}
