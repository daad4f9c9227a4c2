import type { Source } from "./types.js";

const SECRET = /key$|apikey|token$|secret|passw|authori[sz]ation|cookie|credential|bearer/i;

/** True for key paths whose value must not be shown: all headers, and names that sound like a secret. */
export function isSecretPath(path: string): boolean {
  if (/(^|\.)headers\./.test(path)) return true;
  const last = path.slice(path.lastIndexOf(".") + 1);
  return last !== "apiKeyEnv" && SECRET.test(last);
}

/** A value for a message: JSON, shortened, with secrets and passwords in addresses hidden. */
export function showValue(value: unknown, path = "", max = 60): string {
  if (isSecretPath(path)) return "(hidden)";
  const text = JSON.stringify(hide(value, path)) ?? String(value);
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** A copy of `value` in which every secret is replaced by `(hidden)`. */
export function hide(value: unknown, path: string): unknown {
  if (value !== null && typeof value === "object") {
    if (Array.isArray(value)) return value.map((item) => hide(item, path));
    const entries = Object.entries(value).map(([key, item]) => [key, hide(item, `${path}.${key}`)] as const);
    return Object.fromEntries(entries);
  }
  if (value !== null && isSecretPath(path)) return "(hidden)";
  return typeof value === "string" ? value.replace(/(:\/\/)[^/\s@]+@/g, "$1(hidden)@") : value;
}

/** Where a value comes from, in a few words: `file:line`, `MM_MODEL`, `--model` or `default`. */
export function sourceText(source: Source): string {
  if (source.kind === "file") return `${source.file}:${source.line}`;
  if (source.kind === "fallback") return "settings that cannot be read";
  return source.kind === "default" ? "default" : source.name;
}
