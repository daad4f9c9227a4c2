import type { Tool } from "../tool/types.js";
import { findTool } from "./find-tool.js";
import { readEncodedJson, type JsonOutcome } from "./read-json.js";
import { fold, resolveField } from "./synonyms.js";

const WRAPPERS = new Set([
  "arguments",
  "args",
  "input",
  "parameters",
  "params",
  "kwargs",
  "toolinput",
  "functionarguments",
]);
const NAMES = new Set(["name", "tool", "toolname", "function", "functionname"]);
const LABELS = new Set(["type", "id", "callid", "toolcallid", "index"]);
const MAX_LEVELS = 4;

/**
 * Takes away what was put round the real arguments: a single undeclared `arguments`, `input` or `parameters`, the
 * tool's own name as the only key, or the envelope of a call of the same tool. The outcome's value is unchanged when
 * there is none.
 */
export function unwrapArguments(
  tool: Pick<Tool, "name" | "input">,
  given: Record<string, unknown>,
): JsonOutcome {
  const repairs: string[] = [];
  let value = given;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const wrapped = findWrapped(tool, value);
    if (wrapped === undefined) break;
    const inner = open(wrapped.value);
    if (!inner.ok) return inner;
    if (!isObject(inner.value)) break;
    value = inner.value;
    repairs.push(`opened ${wrapped.key}`, ...inner.repairs);
  }
  return { ok: true, value, repairs };
}

function findWrapped(
  tool: Pick<Tool, "name" | "input">,
  value: Record<string, unknown>,
): { readonly key: string; readonly value: unknown } | undefined {
  const keys = Object.keys(value);
  const declared = Object.keys(tool.input.properties ?? {});
  if (keys.length === 0 || keys.length > 6 || keys.some((key) => resolveField(key, declared) === key))
    return undefined;
  const [only = ""] = keys;
  if (keys.length === 1 && findTool(only, [tool.name]).ok) return { key: only, value: value[only] };
  const holders = keys.filter(
    (key) => WRAPPERS.has(fold(key)) || (fold(key) === "function" && isObject(value[key])),
  );
  const [holder] = holders;
  if (holder === undefined || holders.length > 1) return undefined;
  const fits = keys.every((key) => {
    if (key === holder) return true;
    const inside = value[key];
    if (NAMES.has(fold(key))) return typeof inside === "string" && findTool(inside, [tool.name]).ok;
    return LABELS.has(fold(key)) && (typeof inside !== "object" || inside === null);
  });
  return fits ? { key: holder, value: value[holder] } : undefined;
}

function open(value: unknown): JsonOutcome {
  if (value === null || value === undefined) return { ok: true, value: {}, repairs: [] };
  if (typeof value !== "string") return { ok: true, value, repairs: [] };
  const outcome = readEncodedJson(value);
  // Text that is no JSON is no wrapper: the field is then named as an unknown one.
  if (!outcome.ok) return outcome.reason === "cut" ? outcome : { ok: true, value, repairs: [] };
  return { ...outcome, value: outcome.value ?? {} };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
