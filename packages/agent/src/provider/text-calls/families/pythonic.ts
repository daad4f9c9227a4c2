import { readLenientJson } from "@mm-agent/core";
import { matchAt, skipBlanks } from "../scan.js";
import type { Family, TextCall, Unit } from "../types.js";

const OPEN = /<\|tool_call_start\|>\s*|<\|python_tag\|>\s*(?=\w)|<tool_code>\s*|```tool_code[ \t]*\r?\n/y;
const CLOSE: Readonly<Record<string, RegExp | undefined>> = {
  "<|tool_call_start|>": /\s*<\|tool_call_end\|>/y,
  "<tool_code>": /\s*<\/tool_code>/y,
  "```tool_code": /\s*```/y,
};
const HEAD = /([A-Za-z_][\w.]{0,79}?)(?:\.call)?\s*\(/y;
const KEY = /\s*([A-Za-z_]\w{0,79})\s*=\s*/y;

/** Calls written in Python: `[read_file(path='a'), grep(pattern='x')]`, between tokens or bare in brackets. */
export const pythonic: Family = (text, at) => {
  const open = matchAt(OPEN, text, at);
  const start = at + (open?.[0].length ?? 0);
  const listed = text.charAt(start) === "[";
  if (open === undefined && (!listed || matchAt(HEAD, text, skipBlanks(text, start + 1)) === undefined))
    return undefined;
  const unit = readList(text, listed ? skipBlanks(text, start + 1) : start, listed);
  const close = CLOSE[open?.[0].trim() ?? ""];
  if (unit?.kind !== "calls" || close === undefined) return unit;
  const end = matchAt(close, text, unit.end);
  return end === undefined
    ? { kind: "cut", name: unit.calls[0]?.name }
    : { ...unit, end: end.index + end[0].length };
};

function readList(text: string, start: number, listed: boolean): Unit | undefined {
  const calls: TextCall[] = [];
  for (let at = start; ;) {
    const one = readCall(text, at);
    if (one === undefined || one.kind !== "call") return one?.kind === "cut" ? one : undefined;
    calls.push(one.call);
    const next = skipBlanks(text, one.end);
    if (listed && text.charAt(next) === ",") at = skipBlanks(text, next + 1);
    else if (listed && text.charAt(next) === "]") return { kind: "calls", calls, end: next + 1 };
    else if (listed) return next >= text.length ? { kind: "cut", name: one.call.name } : undefined;
    else if (matchAt(HEAD, text, next) === undefined) return { kind: "calls", calls, end: one.end };
    else at = next;
  }
}

type Read =
  | { readonly kind: "call"; readonly call: TextCall; readonly end: number }
  | { readonly kind: "cut"; readonly name?: string | undefined };

function readCall(text: string, start: number): Read | undefined {
  const head = matchAt(HEAD, text, start);
  if (head === undefined) return undefined;
  let name = head[1] ?? "";
  let at = start + head[0].length;
  // Gemma prints what it calls.
  if (name === "print") {
    const inner = readCall(text, skipBlanks(text, at));
    const close = inner?.kind === "call" ? skipBlanks(text, inner.end) : -1;
    if (inner?.kind !== "call") return inner;
    return text.charAt(close) === ")" ? { ...inner, end: close + 1 } : { kind: "cut", name: inner.call.name };
  }
  name = name.slice(name.lastIndexOf(".") + 1);
  const values: Record<string, unknown> = {};
  for (;;) {
    at = skipBlanks(text, at);
    if (at >= text.length) return { kind: "cut", name };
    if (text.charAt(at) === ")") return { kind: "call", call: { name, arguments: values }, end: at + 1 };
    const key = matchAt(KEY, text, at);
    if (key?.[1] === undefined || Object.hasOwn(values, key[1]) || key[1] === "__proto__") return undefined;
    const read = readLenientJson(text, at + key[0].length);
    if (!read.ok) return read.reason === "cut" ? { kind: "cut", name } : undefined;
    values[key[1]] = read.value;
    at = skipBlanks(text, read.end);
    if (text.charAt(at) === ",") at += 1;
    else if (at < text.length && text.charAt(at) !== ")") return undefined;
  }
}
