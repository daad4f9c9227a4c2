import { describeIssues } from "../schema/describe-issues.js";
import { describeSignature } from "../schema/signature.js";
import type { Tool } from "../tool/types.js";
import type { Fit } from "./fit.js";
import { fitObject } from "./fit-object.js";
import { readEncodedJson, type JsonOutcome } from "./read-json.js";
import { isObject, unwrapArguments } from "./unwrap.js";

/** The part of a tool that reading its arguments needs. */
export type ToolShape = Pick<Tool, "name" | "input">;

/** Why arguments are not run. `text` is for the model; `field` names the first field at fault. */
export interface UnreadArguments {
  readonly ok: false;
  /** `cut`: the output of the model ended too early. `malformed`: no JSON. `refused`: read, but not to be run. */
  readonly reason: "cut" | "malformed" | "refused";
  readonly text: string;
  readonly field?: string;
}

export type ReadArguments =
  | {
      readonly ok: true;
      readonly value: Record<string, unknown>;
      /** Repairs and conversions, in words, for the log. */
      readonly repaired: readonly string[];
      /** Names of unknown fields that were left out because they change nothing. */
      readonly dropped: readonly string[];
    }
  | UnreadArguments;

/** More top-level fields than this are refused unread. */
const MAX_PARAMETERS = 1000;
/** Deeper values are refused, so that nothing that walks them can exhaust the stack. */
const MAX_DEPTH = 500;

/**
 * Reads the arguments of one call, as a model or server sent them: JSON text, or any other value.
 *
 * Valid JSON is never reinterpreted; only syntax with one reading is repaired; an open string, object or array means
 * that the output was cut, and it is never closed here. Conversions follow the schema. It does not check what only
 * the schema can tell (bounds, patterns): that is `validateInput`. Linear in the size of `raw`, no I/O.
 */
export function readArguments(tool: ToolShape, raw: unknown): ReadArguments {
  const object = readObject(tool, raw);
  if (!object.ok) return object;
  const { value, fit } = fitFields(tool, object.value);
  const [first] = fit.issues;
  if (first !== undefined) {
    return { ok: false, reason: "refused", text: describeIssues(tool, fit.issues), field: first.field };
  }
  return { ok: true, value, repaired: [...object.repaired, ...fit.repaired], dropped: fit.dropped };
}

/** The first half: syntax, encodings and wrappers. The value's fields are as the model named them. */
export function readObject(
  tool: ToolShape,
  raw: unknown,
):
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly repaired: readonly string[] }
  | UnreadArguments {
  const outcome: JsonOutcome =
    typeof raw === "string" ? readEncodedJson(raw) : { ok: true, value: raw, repairs: [] };
  if (!outcome.ok) return unread(tool, outcome);
  const trouble = checkShape(tool, outcome.value);
  if (trouble !== undefined) return trouble;
  const object = asObject(outcome.value);
  if (object === undefined) {
    return unread(tool, { reason: "malformed", why: `a JSON object is due, not ${nameKind(outcome.value)}` });
  }
  const unwrapped = unwrapArguments(tool, object);
  if (!unwrapped.ok) return unread(tool, unwrapped);
  const value = unwrapped.value as Record<string, unknown>;
  const inner = value === object ? undefined : checkShape(tool, value);
  return inner ?? { ok: true, value, repaired: [...outcome.repairs, ...unwrapped.repairs] };
}

/** The second half: synonyms, conversions, unknown and missing fields. */
export function fitFields(
  tool: ToolShape,
  given: Record<string, unknown>,
): { readonly value: Record<string, unknown>; readonly fit: Fit } {
  const fit: Fit = { tool: tool.name, issues: [], repaired: [], dropped: [] };
  return { value: fitObject(given, tool.input, [], fit), fit };
}

/** Nothing at all stands for no arguments, and so does the empty array that some languages encode it as. */
function asObject(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value)) return isObject(value) ? value : undefined;
  if (value.length === 0) return {};
  return value.length === 1 && isObject(value[0]) ? value[0] : undefined;
}

function checkShape(tool: ToolShape, value: unknown): UnreadArguments | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const count = Array.isArray(value) ? 0 : Object.keys(value).length;
  if (count > MAX_PARAMETERS) {
    return {
      ok: false,
      reason: "refused",
      text: `[${tool.name}: too many parameters (${count} > ${MAX_PARAMETERS})]`,
    };
  }
  const field = findHazard(value);
  if (field === undefined) return undefined;
  const text =
    field === "__proto__"
      ? "__proto__ is not a parameter"
      : `the arguments are nested deeper than ${MAX_DEPTH} levels`;
  return { ok: false, reason: "refused", text: describeIssues(tool, [{ field, text }]), field };
}

/** `__proto__` when a field anywhere is called so, `depth` when the value is too deep. Without recursion. */
function findHazard(root: object): "__proto__" | "depth" | undefined {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return "depth";
    const next: object[] = [];
    for (const value of level) {
      if (Object.hasOwn(value, "__proto__")) return "__proto__";
      for (const member of Object.values(value) as unknown[]) {
        if (typeof member === "object" && member !== null) next.push(member);
      }
    }
    level = next;
  }
  return undefined;
}

function unread(
  tool: ToolShape,
  outcome:
    | { readonly reason: "cut"; readonly inside?: string }
    | { readonly reason: "malformed"; readonly why: string },
): UnreadArguments {
  const signature = describeSignature(tool);
  if (outcome.reason === "cut") {
    const where =
      outcome.inside === undefined ? "" : ` inside ${JSON.stringify(outcome.inside.slice(0, 80))}`;
    return {
      ok: false,
      reason: "cut",
      text: `[${tool.name}: the arguments end${where} before they are complete: your output was cut off. Nothing was run. Send less at once, in several smaller calls.]\n${signature}`,
    };
  }
  return {
    ok: false,
    reason: "malformed",
    text: `[${tool.name}: the arguments could not be read as JSON: ${outcome.why}. Nothing was run. Send one JSON object.]\n${signature}`,
  };
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
