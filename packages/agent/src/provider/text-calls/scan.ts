import { readLenientJson } from "@mm-agent/core";

/** A prefix that some models put before a tag name: a namespace, or DeepSeek's bars. */
export const PREFIX = "(?:[A-Za-z][\\w-]*:|[｜‖|]{1,2}DSML[｜‖|]{1,2})?";

/** The match of a sticky expression at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** The offset behind the blanks at `at`. */
export function skipBlanks(text: string, at: number): number {
  return at + (matchAt(/\s*/y, text, at)?.[0].length ?? 0);
}

export type JsonAt =
  | { readonly kind: "value"; readonly value: unknown; readonly end: number }
  | { readonly kind: "cut" }
  | { readonly kind: "bad" };

/** Reads one JSON value at a place, with or without a code fence round it. */
export function jsonAt(text: string, at: number): JsonAt {
  const fence = matchAt(/\s*```[\w-]*[ \t]*\r?\n/y, text, at);
  const start = fence === undefined ? at : fence.index + fence[0].length;
  const read = readLenientJson(text, start);
  if (!read.ok) return { kind: read.reason === "cut" ? "cut" : "bad" };
  if (fence === undefined) return { kind: "value", value: read.value, end: read.end };
  const close = matchAt(/\s*```/y, text, read.end);
  return close === undefined
    ? { kind: "cut" }
    : { kind: "value", value: read.value, end: close.index + close[0].length };
}

/** The first name that a half-written envelope gives, for messages. */
export function nameIn(text: string): string | undefined {
  return /"(?:name|tool|tool_name|function)"\s*:\s*"([^"\\\n]{1,80})"/.exec(text)?.[1];
}

/** A value without the one line feed that markup puts before and after it. */
export function withoutFrame(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
