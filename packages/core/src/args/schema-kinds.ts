import type { JsonSchema } from "../schema/types.js";

export type Kind = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

/** The JSON kind of a value; a whole number is an `integer`. */
export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean") return typeof value as Kind;
  return "object";
}

/** The kinds a schema accepts as far as it says so plainly; undefined when anything may fit (`$ref`, `allOf`, no type). */
export function kindsOf(schema: JsonSchema): ReadonlySet<Kind> | undefined {
  if (schema.type !== undefined) return new Set([schema.type].flat() as Kind[]);
  if ("const" in schema) return new Set([kindOf(schema.const)]);
  if (schema.enum !== undefined) return new Set(schema.enum.map(kindOf));
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms === undefined) return undefined;
  const kinds = forms.map(kindsOf);
  if (kinds.includes(undefined)) return undefined;
  return new Set(kinds.flatMap((set) => [...(set ?? [])]));
}

export function accepts(kinds: ReadonlySet<Kind>, kind: Kind): boolean {
  return kinds.has(kind) || (kind === "integer" && kinds.has("number"));
}

/** The schema itself, or its only alternative, that describes values of this kind; undefined when that is not clear. */
export function formOf(schema: JsonSchema, kind: "object" | "array"): JsonSchema | undefined {
  if (schema.type !== undefined) return [schema.type].flat().includes(kind) ? schema : undefined;
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter((form) => kindsOf(form)?.has(kind) ?? true);
  const [only] = forms;
  return only !== undefined && forms.length === 1 ? formOf(only, kind) : undefined;
}
