import { formatPath } from "./format-path.js";
import type { JsonSchema } from "./types.js";

/** Deeper objects are refused by OpenAI's strict mode of earlier models, and small models fill them badly. */
const MAX_DEPTH = 5;

/** Keywords that Gemini refuses or ignores and that OpenAI's strict mode refuses. */
const UNPORTABLE = (
  "$ref $defs definitions allOf not if then else " +
  "patternProperties propertyNames prefixItems dependentSchemas dependentRequired"
).split(" ");

/**
 * Says why a tool's schema may not reach every model: one line for each finding, empty when it is portable.
 *
 * - no union at the top: Anthropic and OpenAI refuse it;
 * - property names of letters, digits, `_`, `.` and `-`, at most 64: Anthropic;
 * - no `$ref` (so no recursion), `allOf`, `not`, conditions, `patternProperties`, …: Gemini, OpenAI strict;
 * - an array has `items`: OpenAI, Gemini; one `type`, enums of strings, `required` fields declared: Gemini;
 * - a `pattern` is anchored with `^` and `$`: llama.cpp makes no grammar of others.
 */
export function checkPortableSchema(schema: JsonSchema): string[] {
  const findings: string[] = [];
  if (schema.type !== "object") findings.push('input: type must be "object"');
  for (const keyword of ["anyOf", "oneOf"]) {
    if (keyword in schema) findings.push(`input: ${keyword} at the top is refused by several providers`);
  }
  visit(schema, [], 0, findings);
  return findings;
}

function visit(schema: JsonSchema, at: readonly PropertyKey[], depth: number, findings: string[]): void {
  const name = at.length === 0 ? "input" : formatPath(at);
  if (depth > MAX_DEPTH) {
    findings.push(`${name}: nested deeper than ${MAX_DEPTH} levels`);
    return;
  }
  for (const keyword of UNPORTABLE) {
    if (keyword in schema) findings.push(`${name}: ${keyword} is not portable`);
  }
  if (Array.isArray(schema.type))
    findings.push(`${name}: several types; make the field optional or use anyOf`);
  if (schema.type === "array" && !isSchema(schema.items)) findings.push(`${name}: an array needs items`);
  if (schema.enum?.some((value) => typeof value !== "string"))
    findings.push(`${name}: an enum of other values than text`);
  const pattern = schema["pattern"];
  if (typeof pattern === "string" && !/^\^.*\$$/s.test(pattern)) {
    findings.push(`${name}: pattern must begin with ^ and end with $`);
  }
  const properties = schema.properties ?? {};
  for (const field of schema.required ?? []) {
    if (!Object.hasOwn(properties, field))
      findings.push(`${name}: required field ${JSON.stringify(field)} is not declared`);
  }
  for (const [field, property] of Object.entries(properties)) {
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(field))
      findings.push(`${name}: the field name ${JSON.stringify(field)} is not portable`);
    if (isSchema(property)) visit(property, [...at, field], depth + 1, findings);
    else findings.push(`${formatPath([...at, field])}: must be a schema object`);
  }
  if (isSchema(schema.items)) visit(schema.items, [...at, 0], depth + 1, findings);
  for (const form of [schema.anyOf ?? [], schema.oneOf ?? []].flat()) {
    if (isSchema(form)) visit(form, at, depth + 1, findings);
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
