import { matchAt, skipBlanks } from "../scan.js";
import type { Family } from "../types.js";

const OPEN = /<\|tool_call>\s*call:([\w.:-]{1,80})\s*(?=\{)/y;
const CLOSE = /\s*<tool_call\|>/y;
const QUOTE = '<|"|>';

type Read = { readonly value: unknown; readonly end: number } | "cut" | "bad";

/** Gemma 4: `<|tool_call>call:name{key:<|"|>text<|"|>,n:5}<tool_call|>`; only texts in its own quotes are texts. */
export const gemma: Family = (text, at) => {
  const open = matchAt(OPEN, text, at);
  if (open === undefined)
    return text.startsWith("<|tool_call>", at) && !text.includes("{", at) ? { kind: "cut" } : undefined;
  const name = open[1] ?? "";
  const start = at + open[0].length;
  const read = readValue(text, start, 0);
  if (read === "cut") return { kind: "cut", name };
  const close = read === "bad" ? matchAt(/\s*<tool_call\|>/g, text, start) : matchAt(CLOSE, text, read.end);
  if (close === undefined) return { kind: "cut", name };
  const end = close.index + close[0].length;
  if (read === "bad") return { kind: "bad", name, body: text.slice(start, close.index), end };
  return { kind: "calls", calls: [{ name, arguments: read.value }], end };
};

function readValue(text: string, from: number, depth: number): Read {
  const at = skipBlanks(text, from);
  if (at >= text.length || depth > 50) return depth > 50 ? "bad" : "cut";
  if (text.startsWith(QUOTE, at)) {
    const end = text.indexOf(QUOTE, at + QUOTE.length);
    return end < 0 ? "cut" : { value: text.slice(at + QUOTE.length, end), end: end + QUOTE.length };
  }
  if (text.charAt(at) === "{") return readMembers(text, at + 1, depth, "}");
  if (text.charAt(at) === "[") return readMembers(text, at + 1, depth, "]");
  const word = matchAt(/true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, text, at)?.[0];
  if (word === undefined) return QUOTE.startsWith(text.slice(at)) ? "cut" : "bad";
  const end = at + word.length;
  return end >= text.length ? "cut" : { value: JSON.parse(word) as unknown, end };
}

function readMembers(text: string, from: number, depth: number, close: string): Read {
  const list: unknown[] = [];
  const map: Record<string, unknown> = {};
  for (let at = skipBlanks(text, from); ;) {
    if (at >= text.length) return "cut";
    if (text.charAt(at) === close) return { value: close === "}" ? map : list, end: at + 1 };
    if (close === "}") {
      const key = matchAt(/([A-Za-z_]\w{0,79})\s*:/y, text, at);
      if (key?.[1] === undefined) return /^\w*$/.test(text.slice(at)) ? "cut" : "bad";
      if (Object.hasOwn(map, key[1]) || key[1] === "__proto__") return "bad";
      const read = readValue(text, at + key[0].length, depth + 1);
      if (typeof read === "string") return read;
      map[key[1]] = read.value;
      at = skipBlanks(text, read.end);
    } else {
      const read = readValue(text, at, depth + 1);
      if (typeof read === "string") return read;
      list.push(read.value);
      at = skipBlanks(text, read.end);
    }
    if (text.charAt(at) === ",") at = skipBlanks(text, at + 1);
    else if (at < text.length && text.charAt(at) !== close) return "bad";
  }
}
