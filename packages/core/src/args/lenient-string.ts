/** A string of repaired JSON, or why there is none. `at` is where reading stopped. */
export type StringOutcome =
  | { readonly ok: true; readonly value: string; readonly end: number; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly reason: "cut" }
  | { readonly ok: false; readonly reason: "malformed"; readonly at: number; readonly why: string };

const BACKSLASH = 92;
const QUOTE = 34;

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/**
 * Reads the string whose opening quote stands at `start`. Raw control characters stay what they are. A backslash
 * before a character that JSON does not know is literal, but only while no other escape of the same string could
 * then be meant literally too: `C:\Work\new` has two readings and is refused.
 */
export function readString(text: string, start: number): StringOutcome {
  const quote = text.charAt(start);
  const quoteCode = text.charCodeAt(start);
  const end = quote === '"' ? findPlainEnd(text, start) : -1;
  // Strict strings, the bulk of any text, go to the built-in parser.
  if (end > 0) return { ok: true, value: JSON.parse(text.slice(start, end)) as string, end, repairs: [] };
  const repairs = new Set<string>(quote === "'" ? ["python quotes"] : []);
  const chunks: string[] = [];
  let from = start + 1;
  let raw = false;
  let known = false;
  let literal = false;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quoteCode) {
      if (known && literal) return twoReadings(at);
      chunks.push(text.slice(from, at));
      if (literal) repairs.add("literal backslash");
      if (raw) repairs.add("raw control character");
      return { ok: true, value: chunks.join(""), end: at + 1, repairs: [...repairs] };
    }
    if (code !== BACKSLASH) {
      if (code < 32) raw = true;
      continue;
    }
    const escape = readEscape(text, at, quote);
    if (escape.kind === "cut") return { ok: false, reason: "cut" };
    if (escape.kind === "unclear") return twoReadings(at);
    if (escape.kind === "literal") literal = true;
    else if (escape.kind !== "kept") {
      if (escape.kind === "known") known = true;
      chunks.push(text.slice(from, at), escape.value);
      from = at + escape.length;
    }
    at += escape.length - 1;
  }
  return { ok: false, reason: "cut" };
}

/** The offset behind a string that is strictly valid JSON, else -1. */
function findPlainEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 32) return -1;
    if (code !== BACKSLASH) continue;
    const next = text.charAt(at + 1);
    if (next === "u" ? !isHex(text.slice(at + 2, at + 6), 4) : next !== '"' && !SIMPLE.has(next)) return -1;
    at++;
  }
  return -1;
}

function twoReadings(at: number): StringOutcome {
  return {
    ok: false,
    reason: "malformed",
    at,
    why: "the backslashes of a string have two readings; write each as \\\\",
  };
}

type Escape =
  | { readonly kind: "cut" }
  | { readonly kind: "unclear" }
  /** Left in the text: `literal` counts as a repair that other escapes can make unclear, `kept` does not. */
  | { readonly kind: "literal"; readonly length: number }
  | { readonly kind: "kept"; readonly length: number }
  | { readonly kind: "known"; readonly length: number; readonly value: string }
  | { readonly kind: "quote"; readonly length: number; readonly value: string };

function readEscape(text: string, at: number, quote: string): Escape {
  const next = text.charAt(at + 1);
  if (next === "") return { kind: "cut" };
  if (next === quote || (next === '"' && quote === "'")) return { kind: "quote", length: 2, value: next };
  // A shell's line continuation, with the line feed sent raw.
  if (next === "\n" || next === "\r") return { kind: "kept", length: 1 };
  if (next === "u") return readCode(text, at, 4);
  if (quote === "'") {
    if (next === "x") return readCode(text, at, 2);
    if (next === "U") return readCode(text, at, 8);
    // Python keeps this backslash, JavaScript drops it.
    if (next === "/") return { kind: "unclear" };
  } else if (next === "'" || (next === "x" && isHex(text.slice(at + 2, at + 4), 2))) {
    return { kind: "unclear" };
  }
  const simple = SIMPLE.get(next);
  return simple === undefined ? { kind: "literal", length: 2 } : { kind: "known", length: 2, value: simple };
}

function readCode(text: string, at: number, digits: number): Escape {
  const hex = text.slice(at + 2, at + 2 + digits);
  if (isHex(hex, digits)) {
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff) return { kind: "unclear" };
    return { kind: "known", length: 2 + digits, value: String.fromCodePoint(code) };
  }
  if (hex.length < digits && (hex === "" || isHex(hex, hex.length))) return { kind: "cut" };
  return { kind: "literal", length: 2 };
}

function isHex(text: string, length: number): boolean {
  return text.length === length && /^[\da-fA-F]+$/.test(text);
}
