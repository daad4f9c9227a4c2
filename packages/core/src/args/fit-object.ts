import { isDeepStrictEqual } from "node:util";
import { formatPath } from "../schema/format-path.js";
import { describeType } from "../schema/signature.js";
import type { JsonSchema } from "../schema/types.js";
import { convertValue, isSchema } from "./convert-value.js";
import { findTool } from "./find-tool.js";
import type { Fit } from "./fit.js";
import { accepts, formOf, kindsOf } from "./schema-kinds.js";
import { fold, isInert, resolveField } from "./synonyms.js";

type Fields = Record<string, unknown>;

/**
 * Fits the fields of one object to its schema: synonyms get their declared name, values are converted, inert unknown
 * fields go, and what is contradictory, unknown or missing becomes an issue. A new object; the given one stays.
 */
export function fitObject(given: Fields, schema: JsonSchema, at: readonly PropertyKey[], fit: Fit): Fields {
  const properties = schema.properties ?? {};
  const names = Object.keys(properties);
  if (isOpen(schema, names, at)) return fitOpen(given, properties, schema, at, fit);

  const fields: Fields = {};
  const synonyms: string[] = [];
  let left: string[] = [];
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(properties, key)) fields[key] = given[key];
    else if (resolveField(key, names) === undefined) left.push(key);
    else synonyms.push(key);
  }
  for (const key of synonyms) {
    const name = resolveField(key, names) ?? key;
    const schemaOf = properties[name] ?? {};
    if (given[key] === null || given[key] === undefined) fit.dropped.push(key);
    else if (fields[name] === null || !Object.hasOwn(fields, name)) {
      fields[name] = given[key];
      fit.repaired.push(`${label(at, key)}: read as ${name}`);
    } else if (same(given[key], fields[name], schemaOf)) fit.dropped.push(key);
    else refuse(fit, at, key, `contradicts ${name}; give ${name} only`);
  }
  left = left.filter((key) => !nameOfTool(key, given[key], at, fit));
  if (at.length === 0) left = gatherItem(given, left, properties, fields, fit);
  for (const key of left) {
    if (isInert(key, given[key])) fit.dropped.push(label(at, key));
    else refuse(fit, at, key, "is not a parameter; leave it out if the call means the same without it");
  }
  return fitDeclared(fields, properties, schema, at, fit);
}

/** Converts the declared fields, leaves out those without a value, and names the required ones that are missing. */
function fitDeclared(
  fields: Fields,
  properties: NonNullable<JsonSchema["properties"]>,
  schema: JsonSchema,
  at: readonly PropertyKey[],
  fit: Fit,
): Fields {
  const required = new Set(schema.required);
  const fitted: Fields = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const property = properties[name] ?? {};
    if (hasNoValue(value, property, required.has(name))) {
      fit.dropped.push(label(at, name));
      continue;
    }
    if (endsInToken(name, value)) refuse(fit, at, name, "ends in a control token of the chat template");
    const converted = isSchema(property) ? convertValue(value, property, [...at, name], fit) : value;
    Object.defineProperty(fitted, name, {
      value: converted,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  for (const name of required) {
    if (Object.hasOwn(fitted, name)) continue;
    const property = properties[name];
    refuse(fit, at, name, `is missing (${isSchema(property) ? describeType(property) : "any value"})`);
  }
  return fitted;
}

/** An object that takes undeclared fields keeps every field it got; only declared ones are converted. */
function fitOpen(
  given: Fields,
  properties: NonNullable<JsonSchema["properties"]>,
  schema: JsonSchema,
  at: readonly PropertyKey[],
  fit: Fit,
): Fields {
  const declared: Fields = {};
  const others: Fields = {};
  const extra = schema.additionalProperties;
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(properties, key)) declared[key] = given[key];
    else others[key] = isSchema(extra) ? convertValue(given[key], extra, [...at, key], fit) : given[key];
  }
  return { ...fitDeclared(declared, properties, schema, at, fit), ...others };
}

/** Fields of the one array of objects, sent beside it instead of in it: `old` and `new` become one item of `edits`. */
function gatherItem(
  given: Fields,
  left: readonly string[],
  properties: NonNullable<JsonSchema["properties"]>,
  fields: Fields,
  fit: Fit,
): string[] {
  const targets = Object.keys(properties).flatMap((array) => {
    const items = formOf(properties[array] ?? {}, "array")?.items;
    const names = Object.keys((isSchema(items) ? formOf(items, "object")?.properties : undefined) ?? {});
    const keys = left.filter((key) => resolveField(key, names) !== undefined && !isEmpty(given[key]));
    return keys.length > 0 ? [{ array, keys }] : [];
  });
  const [target] = targets;
  if (target === undefined || targets.length > 1) return [...left];
  const { array, keys } = target;
  const item = Object.fromEntries(keys.map((key) => [key, given[key]]));
  if (isEmpty(fields[array])) {
    fields[array] = [item];
    fit.repaired.push(`${keys.join(", ")}: read as one item of ${array}`);
  } else if (same([item], fields[array], properties[array] ?? {})) fit.dropped.push(...keys);
  else {
    for (const key of keys) {
      if (isInert(key, given[key])) fit.dropped.push(key);
      else refuse(fit, [], key, `stands beside ${array}; put it into ${array} or leave it out`);
    }
  }
  return left.filter((key) => !keys.includes(key));
}

/** `{"tool": "grep", "pattern": …}`: the tool's own name beside the fields says nothing new. */
function nameOfTool(key: string, value: unknown, at: readonly PropertyKey[], fit: Fit): boolean {
  if (at.length > 0 || typeof value !== "string") return false;
  if (!["name", "tool", "toolname", "function", "functionname"].includes(fold(key))) return false;
  if (!findTool(value, [fit.tool]).ok) return false;
  fit.dropped.push(key);
  return true;
}

/** Whether fields that are not declared belong to the object: it says so, or it declares none at all below the top. */
function isOpen(schema: JsonSchema, names: readonly string[], at: readonly PropertyKey[]): boolean {
  const extra = schema.additionalProperties;
  if (extra !== undefined && extra !== false) return true;
  if (
    schema["patternProperties"] !== undefined ||
    schema["$ref"] !== undefined ||
    schema["allOf"] !== undefined
  )
    return true;
  return extra === undefined && names.length === 0 && at.length > 0;
}

function hasNoValue(value: unknown, schema: JsonSchema, required: boolean): boolean {
  const kinds = kindsOf(schema);
  if (value === undefined) return true;
  if (kinds === undefined) return false;
  if (value === null) return !accepts(kinds, "null");
  if (value !== "" || required) return false;
  return !accepts(kinds, "string") || (schema.enum !== undefined && !schema.enum.includes(""));
}

function same(a: unknown, b: unknown, schema: JsonSchema): boolean {
  const read = (value: unknown): unknown =>
    convertValue(value, schema, ["-"], { tool: "", issues: [], repaired: [], dropped: [] });
  return isDeepStrictEqual(read(a), read(b));
}

/** Never part of a command, a path or an address; in file text and patterns such tokens are data. */
function endsInToken(name: string, value: unknown): boolean {
  if (typeof value !== "string" || !["command", "path", "url"].includes(fold(name))) return false;
  return /(?:<\|[^|<>]{1,60}\|>|<｜[^｜<>]{1,60}｜>|<\/(?:tool_call|function|parameter|arg_value|invoke)>)$/.test(
    value.slice(-200).trimEnd(),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function refuse(fit: Fit, at: readonly PropertyKey[], key: string, text: string): void {
  const field = label(at, key);
  fit.issues.push({ field, text: `${field} ${text}` });
}

function label(at: readonly PropertyKey[], key: string): string {
  return formatPath([...at, key.length > 80 ? `${key.slice(0, 80)}…` : key]);
}
