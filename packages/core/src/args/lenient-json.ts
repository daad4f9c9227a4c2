import { readString } from "./lenient-string.js";

/** One value read from the start of a text. `end` is the offset behind it. */
export type LenientOutcome =
  | { readonly ok: true; readonly value: unknown; readonly end: number; readonly repairs: readonly string[] }
  /** The text ends while something is open. `inside`: the innermost field, when there is one. */
  | { readonly ok: false; readonly reason: "cut"; readonly inside?: string }
  | { readonly ok: false; readonly reason: "malformed"; readonly at: number; readonly why: string };

interface Frame {
  readonly container: Record<string, unknown> | unknown[];
  key: string;
}

/** What may come next: `member` is a key or the end of the object, `item` a value or the end of the array. */
type State = "value" | "member" | "item" | "after";

const LITERALS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\w.+-]+/y;

/**
 * Reads one JSON value that needs a repair of its syntax: commas before a closing bracket, raw control characters,
 * unknown escapes, Python quotes and literals. Nothing that is open is ever closed. Linear time, no recursion.
 */
export function readLenientJson(text: string, start = 0): LenientOutcome {
  const stack: Frame[] = [];
  const repairs = new Set<string>();
  let state: State = "value";
  let comma = false;
  let at = start;

  const cut = (): LenientOutcome => {
    const inside = stack.findLast((frame) => frame.key !== "")?.key;
    return { ok: false, reason: "cut", ...(inside !== undefined && { inside }) };
  };
  const malformed = (why: string): LenientOutcome => ({ ok: false, reason: "malformed", at, why });

  for (;;) {
    at = skipSpace(text, at);
    const char = text.charAt(at);
    if (char === "") return cut();
    const top = stack.at(-1);
    let value: unknown;

    if (top !== undefined && state !== "value" && char === (Array.isArray(top.container) ? "]" : "}")) {
      if (comma) repairs.add("trailing comma");
      stack.pop();
      at++;
      value = top.container;
    } else if (state === "after") {
      if (char !== ",") return malformed(unexpected(text, at));
      comma = true;
      state = top !== undefined && Array.isArray(top.container) ? "item" : "member";
      at++;
      continue;
    } else if (state === "member" && top !== undefined) {
      if (char !== '"' && char !== "'") return malformed(unexpected(text, at));
      const key = readString(text, at);
      if (!key.ok) return key.reason === "cut" ? cut() : key;
      if (Object.hasOwn(top.container, key.value)) {
        return malformed(`the field ${JSON.stringify(key.value)} is given twice`);
      }
      for (const repair of key.repairs) repairs.add(repair);
      top.key = key.value;
      at = skipSpace(text, key.end);
      if (at >= text.length) return cut();
      if (text.charAt(at) !== ":") return malformed(unexpected(text, at));
      at++;
      comma = false;
      state = "value";
      continue;
    } else if (char === "{" || char === "[") {
      stack.push({ container: char === "{" ? {} : [], key: "" });
      state = char === "{" ? "member" : "item";
      comma = false;
      at++;
      continue;
    } else if (char === '"' || char === "'") {
      const string = readString(text, at);
      if (!string.ok) return string.reason === "cut" ? cut() : string;
      for (const repair of string.repairs) repairs.add(repair);
      value = string.value;
      at = string.end;
    } else {
      const word = readWord(text, at);
      if (word === undefined) {
        if (stack.length > 0 && endsInWord(text, at)) return cut();
        return malformed(unexpected(text, at));
      }
      if (word.python) repairs.add("python literal");
      value = word.value;
      at = word.end;
    }

    comma = false;
    const holder = stack.at(-1);
    if (holder === undefined) return { ok: true, value, end: at, repairs: [...repairs] };
    put(holder, value);
    state = "after";
  }
}

function put(frame: Frame, value: unknown): void {
  if (Array.isArray(frame.container)) {
    frame.container.push(value);
    return;
  }
  // A plain assignment of `__proto__` would set the prototype instead of a field.
  if (frame.key === "__proto__") {
    Object.defineProperty(frame.container, frame.key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else {
    frame.container[frame.key] = value;
  }
  frame.key = "";
}

function readWord(
  text: string,
  at: number,
): { readonly value: unknown; readonly end: number; readonly python: boolean } | undefined {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const end = at + word.length;
  if (Object.hasOwn(LITERALS, word)) return { value: LITERALS[word], end, python: /^[TFN]/.test(word) };
  NUMBER.lastIndex = 0;
  if (NUMBER.exec(word)?.[0] !== word) return undefined;
  return { value: Number(word), end, python: false };
}

function endsInWord(text: string, at: number): boolean {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0] ?? "";
  return word !== "" && at + word.length === text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

function unexpected(text: string, at: number): string {
  return `unexpected ${JSON.stringify(text.slice(at, at + 12))} at character ${at + 1}`;
}
