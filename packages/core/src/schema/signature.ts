import type { Tool } from "../tool/types.js";
import { formatPath } from "./format-path.js";
import type { JsonSchema } from "./types.js";

const MAX_SIGNATURE = 600;
const MAX_CHOICES = 12;

/** One line that shows how a tool is called: `grep(pattern: string, path?: string, limit?: integer)`. */
export function describeSignature(tool: Pick<Tool, "name" | "input">): string {
  const text = `${tool.name}(${fieldsOf(tool.input, 0)})`;
  return text.length > MAX_SIGNATURE ? `${text.slice(0, MAX_SIGNATURE)}…` : text;
}

/** A type in few words: `string`, `"a" | "b"`, `{old: string, new: string}[]`. */
export function describeType(schema: JsonSchema, depth = 0): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const shown = schema.enum.slice(0, MAX_CHOICES).map((value) => JSON.stringify(value));
    return [...shown, ...(schema.enum.length > MAX_CHOICES ? ["…"] : [])].join(" | ");
  }
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return forms.map((form) => describeType(form, depth)).join(" | ");
  if (schema.type === undefined) return "any";
  return [schema.type]
    .flat()
    .map((type) => describeKind(type, schema, depth))
    .join(" | ");
}

function describeKind(type: string, schema: JsonSchema, depth: number): string {
  if (type === "array") {
    const item =
      typeof schema.items === "object" && depth < 4 ? describeType(schema.items, depth + 1) : "any";
    return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object")
    return schema.properties === undefined || depth > 3 ? "object" : `{${fieldsOf(schema, depth + 1)}}`;
  return type;
}

function fieldsOf(schema: JsonSchema, depth: number): string {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const type = typeof property === "object" ? describeType(property, depth) : "any";
      return `${formatPath([name])}${required.has(name) ? "" : "?"}: ${type}`;
    })
    .join(", ");
}
