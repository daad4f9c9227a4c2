import { readLenientJson } from "./lenient-json.js";

/** A JSON value with the repairs it took, or why there is none. */
export type JsonOutcome =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly reason: "cut"; readonly inside?: string }
  | { readonly ok: false; readonly reason: "malformed"; readonly why: string };

/** Some servers encode arguments again on every hop; more levels than this are an accident. */
const MAX_DECODINGS = 4;

const OPENING_FENCE = /^```[\w-]*[ \t]*\r?\n?/;

/** Tokens of chat templates and markup that servers leave behind the arguments. */
export const CONTROL_TOKEN =
  /<\|[^|<>\n]{1,60}\|>|<｜[^｜<>\n]{1,60}｜>|<\/?(?:s|tool_calls?|function_calls?|function|parameters?|arguments|arg_value|arg_key|invoke|tool)>|<(?:end_of_turn|eos|eot|eom)>|\[\/?(?:TOOL_CALLS|ARGS|INST)\]/y;

/**
 * Reads one JSON text. What is strictly valid is taken as it stands; else its syntax is repaired, a code fence round it
 * and control tokens behind it are taken away.
 */
export function readJson(text: string): JsonOutcome {
  try {
    return { ok: true, value: JSON.parse(text) as unknown, repairs: [] };
  } catch {
    return repairJson(text);
  }
}

/**
 * Like {@link readJson}, and decodes again while the result is a string, as far as {@link MAX_DECODINGS}.
 * An empty string, at any level, is the value `undefined`.
 */
export function readEncodedJson(text: string): JsonOutcome {
  const repairs: string[] = [];
  let value: unknown = text;
  for (let decodings = 0; typeof value === "string"; decodings++) {
    if (value.trim() === "") return { ok: true, value: undefined, repairs };
    if (decodings === MAX_DECODINGS)
      return { ok: false, reason: "malformed", why: "the JSON is encoded too often" };
    const outcome = readJson(value);
    if (!outcome.ok) return outcome;
    repairs.push(...outcome.repairs);
    if (decodings > 0) repairs.push("encoded twice");
    value = outcome.value;
  }
  return { ok: true, value, repairs: [...new Set(repairs)] };
}

function repairJson(given: string): JsonOutcome {
  let text = given.trim();
  const fence = OPENING_FENCE.exec(text)?.[0] ?? "";
  text = text.slice(fence.length);
  const repairs = fence === "" ? [] : ["code fence"];
  let outcome = readLenientJson(text);
  if (outcome.ok && isEmptyObject(outcome.value)) {
    // A stream that opens with an empty placeholder and sends the real object behind it.
    const next = text.slice(outcome.end).trimStart();
    if (next.startsWith("{")) {
      text = next;
      outcome = readLenientJson(text);
      repairs.push("empty object in front");
    }
  }
  if (!outcome.ok) return outcome;
  const rest = text.slice(outcome.end).trim();
  if (rest !== "") {
    const left = skipEnding(rest);
    if (left !== "") {
      return {
        ok: false,
        reason: "malformed",
        why: `unexpected ${JSON.stringify(left.slice(0, 20))} after the end`,
      };
    }
    if (rest !== "```") repairs.push("text after the end");
  }
  return { ok: true, value: outcome.value, repairs: [...repairs, ...outcome.repairs] };
}

/** What is left of the text behind a whole value when stray brackets, fences and control tokens are taken away. */
function skipEnding(rest: string): string {
  let at = 0;
  while (at < rest.length) {
    const char = rest.charAt(at);
    CONTROL_TOKEN.lastIndex = at;
    const token = CONTROL_TOKEN.exec(rest)?.[0];
    if (token !== undefined) at += token.length;
    else if (rest.startsWith("```", at)) at += 3;
    else if (char === "}" || char === "," || char.trim() === "") at++;
    else break;
  }
  return rest.slice(at);
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
