import type { OutputUnit } from "@cfworker/json-schema";
import { pointerParts } from "./pointer.js";
import { describeType } from "./signature.js";
import type { JsonSchema } from "./types.js";

const MAX_SHOWN = 40;

/** What is wrong with one field, without its name: `must be an integer, got "abc"`. */
export function describeFault(error: OutputUnit, root: JsonSchema, value: unknown): string {
  const schema = schemaAt(root, error);
  const got = `, got ${show(value)}`;
  if (schema === undefined) return error.error;
  const limit = schema[error.keyword];
  switch (error.keyword) {
    case "required": {
      const name = /required property "(.*)"/s.exec(error.error)?.[1] ?? "";
      const property = schema.properties?.[name];
      return `is missing (${property === undefined ? "any value" : describeType(property)})`;
    }
    case "type":
      if (error.instanceLocation === "#") return `must be an object${got}`;
      return `must be ${withArticle(describeType(schema))}${got}`;
    case "enum":
    case "const":
      return `must be ${describeType(schema)}${got}`;
    case "anyOf":
    case "oneOf":
      return `must be ${describeType(schema)}${got}`;
    case "false":
      return "is not a parameter";
    case "minimum":
      return `must be at least ${String(limit)}${got}`;
    case "maximum":
      return `must be at most ${String(limit)}${got}`;
    case "exclusiveMinimum":
      return `must be more than ${String(limit)}${got}`;
    case "exclusiveMaximum":
      return `must be less than ${String(limit)}${got}`;
    case "multipleOf":
      return `must be a multiple of ${String(limit)}${got}`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${String(limit)} characters`;
    case "maxLength":
      return `must have at most ${String(limit)} characters`;
    case "minItems":
      return limit === 1 ? "must not be empty" : `must have at least ${String(limit)} items`;
    case "maxItems":
      return `must have at most ${String(limit)} items`;
    case "uniqueItems":
      return "must not hold the same item twice";
    case "pattern":
      return `must match ${String(limit)}${got}`;
    case "format":
      return `must be written as ${String(limit)}${got}`;
    default:
      return `does not fit (${error.error.replace(/\.$/, "")})`;
  }
}

function withArticle(type: string): string {
  if (type.endsWith("[]")) return `an array (${type})`;
  if (/^[{"(]|\|/.test(type)) return type;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** A value in at most 40 characters; what is inside objects and arrays does not help and may be large or deep. */
function show(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string" && value.length > MAX_SHOWN)
    return `${JSON.stringify(value.slice(0, MAX_SHOWN))}…`;
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** The schema that holds the failed keyword; undefined behind a reference to another document. */
function schemaAt(root: JsonSchema, error: OutputUnit): JsonSchema | undefined {
  if (error.keyword === "false") return root;
  let schema: unknown = root;
  for (const part of pointerParts(error.keywordLocation).slice(0, -1)) {
    const next = member(schema, part);
    schema =
      part === "$ref" && typeof next === "string" ? pointerParts(next).reduce(member, root as unknown) : next;
  }
  return typeof schema === "object" && schema !== null ? (schema as JsonSchema) : undefined;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
