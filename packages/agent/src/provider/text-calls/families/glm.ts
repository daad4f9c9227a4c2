import { jsonAt, matchAt, skipBlanks } from "../scan.js";
import type { Unit } from "../types.js";

const NAME = /[A-Za-z_][\w.:-]{0,79}(?=\s*(?:$|[<{`\n]))/y;
const KEY = /\s*<arg_key>\s*([^<>\n]{1,80}?)\s*<\/arg_key>\s*<arg_value>/y;
/** A value ends where the next key or the end of the call follows; the same tags inside it are data. */
const VALUE_END = /<\/arg_value>(?=\s*(?:<arg_key>|<\/[\w:-]*tool_call>))/g;

/** What stands in GLM's `<tool_call>`: the name, then keys and values; or the name and JSON. Ends before the closing tag. */
export function glmBody(text: string, start: number): Unit | undefined {
  const named = matchAt(NAME, text, start);
  if (named === undefined) return undefined;
  const name = named[0];
  let at = start + name.length;
  const body = skipBlanks(text, at);
  if (text.charAt(body) === "{" || text.charAt(body) === "`") {
    const read = jsonAt(text, body);
    if (read.kind === "value")
      return { kind: "calls", calls: [{ name, arguments: read.value }], end: read.end };
    if (read.kind === "cut") return { kind: "cut", name };
    const close = matchAt(/\s*<\/[\w:-]*tool_call>/g, text, body);
    return close === undefined
      ? { kind: "cut", name }
      : { kind: "bad", name, body: text.slice(body, close.index), end: close.index };
  }
  const values: Record<string, unknown> = {};
  for (;;) {
    const key = matchAt(KEY, text, at);
    if (key === undefined) break;
    const from = at + key[0].length;
    const end = matchAt(VALUE_END, text, from);
    if (end === undefined) return { kind: "cut", name };
    Object.defineProperty(values, key[1] ?? "", {
      value: text.slice(from, end.index),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    at = end.index + end[0].length;
  }
  const rest = skipBlanks(text, at);
  if (text.startsWith("</", rest)) return { kind: "calls", calls: [{ name, arguments: values }], end: at };
  return rest >= text.length || text.charAt(rest) === "<" ? { kind: "cut", name } : undefined;
}
