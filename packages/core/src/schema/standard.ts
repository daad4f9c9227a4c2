import type { ParseOutcome } from "../tool/types.js";
import type { ObjectSchema, StandardIssue, StandardSchema } from "./types.js";
import { cleanSchema } from "./clean.js";
import { formatPath } from "./format-path.js";

/** True for a value that carries the Standard Schema interface; ArkType's types are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  const standard: unknown = Reflect.get(value, "~standard");
  return typeof standard === "object" && standard !== null;
}

/**
 * The JSON Schema of what a Standard Schema accepts (its input side).
 * Throws a TypeError that says what to change when the library gives none or the type has none.
 */
export function standardToJsonSchema(schema: StandardSchema, owner: string): Record<string, unknown> {
  const { vendor, jsonSchema } = schema["~standard"];
  if (typeof jsonSchema?.input !== "function") {
    throw new TypeError(
      `${owner}: this ${vendor} schema has no JSON Schema (~standard.jsonSchema). Use a version of ${vendor} with Standard JSON Schema (zod 4.2 or later) or pass a JSON Schema object.`,
    );
  }
  try {
    return cleanSchema(jsonSchema.input({ target: "draft-2020-12" }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${owner}: the input schema cannot be written as JSON Schema: ${why}`, {
      cause: error,
    });
  }
}

/** Runs the validation of a Standard Schema; each issue becomes one line that begins with the field. */
export function parseWithStandard<Output>(
  schema: StandardSchema<Output>,
): (value: unknown) => Promise<ParseOutcome<Output>> | ParseOutcome<Output> {
  return (value) => {
    const result = schema["~standard"].validate(value);
    return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
  };
}

function toOutcome<Output>(
  result:
    | { readonly value: Output; readonly issues?: undefined }
    | { readonly issues: readonly StandardIssue[] },
): ParseOutcome<Output> {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: result.issues.map(describeIssue) };
}

function describeIssue(issue: StandardIssue): string {
  const path = formatPath((issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part)));
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}

/** Narrows a converted or given schema to one that is an object at the top. */
export function asObjectSchema(schema: unknown, owner: string): ObjectSchema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new TypeError(`${owner}: input must be a JSON Schema object or a Standard Schema (zod, ArkType).`);
  }
  const type: unknown = Reflect.get(schema, "type");
  if (type !== "object") {
    const got = type === undefined ? "no type" : `type ${JSON.stringify(type)}`;
    throw new TypeError(`${owner}: input must have type "object" at the top, but it has ${got}.`);
  }
  const clean = cleanSchema(schema as Record<string, unknown>);
  // Several servers reject or crash on an object schema that has no properties keyword.
  return {
    ...clean,
    type: "object",
    properties: (clean["properties"] ?? {}) as NonNullable<ObjectSchema["properties"]>,
  };
}
