const SCHEMA_KEYWORDS = new Set([
  "items",
  "additionalProperties",
  "not",
  "contains",
  "if",
  "then",
  "else",
  "propertyNames",
]);
const LIST_KEYWORDS = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const MAP_KEYWORDS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/**
 * A copy of a JSON Schema without what only costs tokens or misleads models: `$schema`, and the bounds at the
 * safe-integer limits that zod writes for every `int()`.
 */
export function cleanSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema") continue;
    if (key === "minimum" && value === Number.MIN_SAFE_INTEGER) continue;
    if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) continue;
    clean[key] = cleanKeyword(key, value);
  }
  return clean;
}

function cleanKeyword(key: string, value: unknown): unknown {
  if (SCHEMA_KEYWORDS.has(key)) return cleanMember(value);
  if (LIST_KEYWORDS.has(key) && Array.isArray(value)) return value.map(cleanMember);
  if (MAP_KEYWORDS.has(key) && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleanMember(member)]));
  }
  return value;
}

function cleanMember(value: unknown): unknown {
  return isRecord(value) ? cleanSchema(value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
