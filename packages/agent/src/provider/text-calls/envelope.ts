import { readEncodedJson } from "@mm-agent/core";
import type { TextCall } from "./types.js";

const NAMES = ["name", "tool", "tool_name", "function_name", "function"] as const;
const ARGUMENTS = ["arguments", "parameters", "args", "input", "params", "tool_input", "kwargs"] as const;
const LABELS = new Set(["type", "id", "call_id", "tool_call_id", "index"]);

/**
 * The calls a JSON value stands for: an envelope of name and arguments, or a list of them. `strict` asks for exactly
 * these two, as whatever is not marked as a call must have; else arguments may stand beside the name or be absent.
 */
export function readEnvelope(value: unknown, strict: boolean): readonly TextCall[] | undefined {
  if (Array.isArray(value)) {
    const calls = value.map((one) => readOne(one, strict));
    return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
  }
  if (isObject(value)) {
    const [only, ...more] = Object.keys(value);
    if (only === "tool_calls" && more.length === 0) return readEnvelope(value["tool_calls"], strict);
  }
  const call = readOne(value, strict);
  return call === undefined ? undefined : [call];
}

function readOne(value: unknown, strict: boolean): TextCall | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value["function"])) {
    const outside = Object.keys(value).filter((key) => key !== "function" && !LABELS.has(key));
    return outside.length === 0 ? readOne(value["function"], strict) : undefined;
  }
  const nameKey = NAMES.find((key) => typeof value[key] === "string");
  if (nameKey === undefined) return undefined;
  const name = value[nameKey] as string;
  const argKey = ARGUMENTS.find((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => key !== nameKey && key !== argKey && !LABELS.has(key));
  if (argKey === undefined) {
    if (strict) return undefined;
    return { name, arguments: Object.fromEntries(others.map((key) => [key, value[key]])) };
  }
  if (others.length > 0) return undefined;
  const given = value[argKey];
  if (typeof given === "string") {
    const decoded = readEncodedJson(given);
    if (decoded.ok && isObject(decoded.value)) return { name, arguments: decoded.value };
    return strict ? undefined : { name, arguments: given };
  }
  if (given === null || given === undefined) return strict ? undefined : { name, arguments: {} };
  return isObject(given) ? { name, arguments: given } : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
