import type { OutputUnit, Schema, Validator } from "@cfworker/json-schema";
import type { Tool } from "../tool/types.js";
import { describeFault } from "./describe-fault.js";
import { describeIssues, type Issue } from "./describe-issues.js";
import { formatPath } from "./format-path.js";
import { pointerParts } from "./pointer.js";
import type { ObjectSchema } from "./types.js";

type Checked = Pick<Tool, "name" | "input" | "parse">;

/** Compiled once for each schema object; a schema must not be changed after its first use. */
const compiled = new WeakMap<ObjectSchema, Validator>();

/** Keywords whose own message only says that a nested one failed. */
const OUTER = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "$ref",
  "allOf",
  "dependentSchemas",
]);

/**
 * Checks an input against a tool's JSON Schema and, when it has one, its Standard Schema. `value` is what the latter
 * made of it (defaults, transformations). `text` names each field with what is wrong, at most eight, and ends with the
 * tool's signature. The checker is loaded on first use. Rejects only when the schema itself is at fault.
 */
export async function validateInput(
  tool: Checked,
  value: unknown,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly text: string }> {
  const checked = await checkInput(tool, value);
  return checked.ok ? checked : { ok: false, text: describeIssues(tool, checked.issues) };
}

/** Like {@link validateInput}, with the faults one by one. */
export async function checkInput(
  tool: Checked,
  value: unknown,
): Promise<
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: readonly Issue[] }
> {
  const validator = compiled.get(tool.input) ?? (await compile(tool.input));
  const result = validator.validate(withoutPrototypes(value));
  if (!result.valid) return { ok: false, issues: toIssues(result.errors, tool.input, value) };
  if (tool.parse === undefined) return { ok: true, value };
  const outcome = await tool.parse(value);
  if (outcome.ok) return outcome;
  return { ok: false, issues: outcome.issues.map((text) => ({ field: text.replace(/[: ].*$/s, ""), text })) };
}

async function compile(schema: ObjectSchema): Promise<Validator> {
  const { Validator } = await import("@cfworker/json-schema");
  // The checker writes into the schema it is given.
  const validator = new Validator(structuredClone(schema) as Schema, "2020-12", false);
  compiled.set(schema, validator);
  return validator;
}

function toIssues(errors: readonly OutputUnit[], schema: ObjectSchema, value: unknown): Issue[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    const inUnion = unions.some(
      (union) => error !== union && error.keywordLocation.startsWith(`${union.keywordLocation}/`),
    );
    if (inUnion || (OUTER.has(error.keyword) && errors.length > 1)) continue;
    const parts = pointerParts(error.instanceLocation);
    const text = describeFault(error, schema, valueAt(value, parts));
    const name = error.keyword === "required" ? [...parts, missingName(error)] : parts;
    const field = formatPath(name.map((part, index) => asKey(part, value, name.slice(0, index)))) || "input";
    if (!issues.has(field)) issues.set(field, { field, text: `${field} ${text}` });
  }
  return issues.size > 0 ? [...issues.values()] : [{ field: "input", text: "input does not fit the schema" }];
}

function missingName(error: OutputUnit): string {
  return /required property "(.*)"/s.exec(error.error)?.[1] ?? "";
}

function asKey(part: string, value: unknown, parents: readonly string[]): PropertyKey {
  return Array.isArray(valueAt(value, parents)) ? Number(part) : part;
}

function valueAt(root: unknown, parts: readonly string[]): unknown {
  let value = root;
  for (const part of parts) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The checker looks fields up with `in`, which would find `constructor` in every object. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) bare[key] = withoutPrototypes(member);
  return bare;
}
