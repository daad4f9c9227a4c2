import { jsonAt, matchAt, PREFIX, skipBlanks, withoutFrame } from "../scan.js";
import type { Family, Unit } from "../types.js";

const OPEN = new RegExp(
  `<(${PREFIX})(function|invoke)(?:=\\s*"?([\\w.:-]{1,80})"?|\\s+name\\s*=\\s*["']([^"'<>\\n]{1,80})["'])\\s*>`,
  "y",
);

/** `<function=name><parameter=key>value</parameter></function>`, `<invoke name="…">` and `<function=name>{…}</function>`. */
export const functionTag: Family = (text, at) => functionBody(text, at);

export function functionBody(text: string, at: number): Unit | undefined {
  const open = matchAt(OPEN, text, at);
  if (open === undefined) return undefined;
  const name = (open[3] ?? open[4] ?? "").trim();
  const prefix = escape(open[1] ?? "");
  const close = new RegExp(`\\s*</${prefix}${open[2]}>`, "y");
  const start = at + open[0].length;
  const json = /\s*[{`]/y;
  return matchAt(json, text, start) === undefined
    ? readParameters(text, start, name, prefix, close, open[2] ?? "")
    : readJson(text, start, name, close);
}

function readJson(text: string, start: number, name: string, close: RegExp): Unit {
  const read = jsonAt(text, skipBlanks(text, start));
  if (read.kind === "cut") return { kind: "cut", name };
  const end = read.kind === "value" ? matchAt(close, text, read.end) : undefined;
  if (read.kind === "value" && end !== undefined)
    return { kind: "calls", calls: [{ name, arguments: read.value }], end: end.index + end[0].length };
  const far = new RegExp(close.source, "g");
  const last = matchAt(far, text, start);
  if (last === undefined) return { kind: "cut", name };
  return { kind: "bad", name, body: text.slice(start, last.index), end: last.index + last[0].length };
}

function readParameters(
  text: string,
  start: number,
  name: string,
  prefix: string,
  close: RegExp,
  tag: string,
): Unit {
  const open = new RegExp(
    `\\s*<${prefix}parameter(?:=\\s*"?([\\w.:-]{1,80})"?|\\s+name\\s*=\\s*["']([^"'<>\\n]{1,80})["']([^<>]{0,80}))\\s*>`,
    "y",
  );
  // A closing tag inside a value is data: it closes only where another parameter or the end of the function follows.
  const next = new RegExp(`\\s*(?:<${prefix}parameter[=\\s]|</${prefix}${tag}>)`, "y");
  const values: Record<string, unknown> = {};
  for (let at = start; ;) {
    const end = matchAt(close, text, at);
    if (end !== undefined)
      return { kind: "calls", calls: [{ name, arguments: values }], end: end.index + end[0].length };
    const parameter = matchAt(open, text, at);
    if (parameter === undefined) return unreadable(text, start, at, name, close);
    const key = (parameter[1] ?? parameter[2] ?? "").trim();
    if (Object.hasOwn(values, key)) return unreadable(text, start, at, name, close);
    const from = at + parameter[0].length;
    const stop =
      findEnd(text, from, new RegExp(`</${prefix}parameter>`, "g"), next) ??
      // Without any closing tag the next opening one, or the end of the function, has to do.
      unclosed(
        text,
        from,
        `</${prefix}parameter>`,
        new RegExp(`\\n(?:<${prefix}parameter[=\\s]|</${prefix}${tag}>)`, "g"),
      );
    if (stop === undefined) return { kind: "cut", name };
    const value = withoutFrame(text.slice(from, stop.at));
    // The model says itself that this value is JSON and no text.
    const given = /string\s*=\s*["']false["']/.test(parameter[3] ?? "") ? jsonAt(value, 0) : undefined;
    Object.defineProperty(values, key, {
      value: given?.kind === "value" ? given.value : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    at = stop.end;
  }
}

function findEnd(
  text: string,
  from: number,
  close: RegExp,
  next: RegExp,
): { readonly at: number; readonly end: number } | undefined {
  for (
    let found = matchAt(close, text, from);
    found !== undefined;
    found = matchAt(close, text, close.lastIndex)
  ) {
    const end = found.index + found[0].length;
    if (matchAt(next, text, end) !== undefined) return { at: found.index, end };
  }
  return undefined;
}

function unclosed(
  text: string,
  from: number,
  close: string,
  next: RegExp,
): { readonly at: number; readonly end: number } | undefined {
  const found = text.includes(close, from) ? undefined : matchAt(next, text, from);
  return found === undefined ? undefined : { at: found.index, end: found.index };
}

function unreadable(text: string, start: number, at: number, name: string, close: RegExp): Unit {
  const last = matchAt(new RegExp(close.source, "g"), text, at);
  if (last === undefined) return { kind: "cut", name };
  return { kind: "bad", name, body: text.slice(start, last.index), end: last.index + last[0].length };
}

function escape(text: string): string {
  return text.replaceAll("|", "\\|");
}
