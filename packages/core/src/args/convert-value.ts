import { formatPath } from "../schema/format-path.js";
import type { JsonSchema } from "../schema/types.js";
import { fitObject } from "./fit-object.js";
import { readEncodedJson } from "./read-json.js";
import { accepts, formOf, kindOf, kindsOf, type Kind } from "./schema-kinds.js";
import type { Fit } from "./fit.js";

const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer texts are no numbers that anyone meant. */
const MAX_NUMBER_TEXT = 40;

/**
 * Converts a value only where the schema does not take it as it is and one conversion leads to a kind it takes.
 * Whatever cannot be converted is handed back unchanged, for the validation to name.
 */
export function convertValue(
  value: unknown,
  schema: JsonSchema,
  at: readonly PropertyKey[],
  fit: Fit,
): unknown {
  const kinds = kindsOf(schema);
  if (kinds === undefined) return value;
  const converted = accepts(kinds, kindOf(value)) ? value : convertKind(value, schema, kinds);
  if (typeof converted === "string" && !kinds.has("string")) noteBrokenJson(converted, at, fit);
  if (converted !== value) fit.repaired.push(`${formatPath(at)}: ${kindOf(value)} to ${kindOf(converted)}`);
  return descend(converted, schema, at, fit);
}

function descend(value: unknown, schema: JsonSchema, at: readonly PropertyKey[], fit: Fit): unknown {
  if (Array.isArray(value)) {
    const items = formOf(schema, "array")?.items;
    return isSchema(items)
      ? value.map((item, index) => convertValue(item, items, [...at, index], fit))
      : value;
  }
  if (kindOf(value) !== "object") return value;
  const form = formOf(schema, "object");
  return form === undefined ? value : fitObject(value as Record<string, unknown>, form, at, fit);
}

function convertKind(value: unknown, schema: JsonSchema, kinds: ReadonlySet<Kind>): unknown {
  if (typeof value === "string") return fromText(value, schema, kinds);
  if (typeof value === "number") {
    return kinds.has("string") && Number.isSafeInteger(value) && !Object.is(value, -0)
      ? String(value)
      : value;
  }
  return kindOf(value) === "object" && takesOneObject(schema, kinds) ? [value] : value;
}

function fromText(text: string, schema: JsonSchema, kinds: ReadonlySet<Kind>): unknown {
  const trimmed = text.length > MAX_NUMBER_TEXT ? text : text.trim();
  if (kinds.has("boolean") && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (
    (kinds.has("number") || kinds.has("integer")) &&
    trimmed.length <= MAX_NUMBER_TEXT &&
    NUMBER_TEXT.test(trimmed)
  ) {
    const number = Number(trimmed);
    if (Number.isSafeInteger(number) || (kinds.has("number") && Number.isFinite(number))) return number;
  }
  if (!kinds.has("object") && !kinds.has("array")) return text;
  const outcome = readEncodedJson(text);
  if (!outcome.ok || outcome.value === undefined) return text;
  const kind = kindOf(outcome.value);
  if (kind !== "object" && kind !== "array") return text;
  if (kinds.has(kind)) return outcome.value;
  return kind === "object" && takesOneObject(schema, kinds) ? [outcome.value] : text;
}

/** "must be an array" would not help a model that did send one, encoded and broken. */
function noteBrokenJson(text: string, at: readonly PropertyKey[], fit: Fit): void {
  if (!/^\s*[[{]/.test(text)) return;
  const outcome = readEncodedJson(text);
  if (outcome.ok) return;
  const field = formatPath(at);
  const why = outcome.reason === "cut" ? "it ends before it is complete" : outcome.why;
  fit.issues.push({ field, text: `${field} holds JSON text that cannot be read: ${why}` });
}

function takesOneObject(schema: JsonSchema, kinds: ReadonlySet<Kind>): boolean {
  if (!kinds.has("array")) return false;
  const items = formOf(schema, "array")?.items;
  return isSchema(items) && (kindsOf(items)?.has("object") ?? false);
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
