import type { OutputUnit } from "@cfworker/json-schema";
import type { JsonSchema, Plugin } from "@mm-agent/core";
import { expected, unknownKey } from "../config/clean.js";
import { isSecretPath, showValue, sourceText } from "../config/show.js";
import type { ConfigWarning, LoadedConfig } from "../config/types.js";

export interface SettingsContext {
  /** Key path of the settings in `origins`. */
  readonly key: string;
  readonly origins: LoadedConfig["origins"];
  /** Said where the origins know nothing. */
  readonly place?: string;
}

export type CheckedSettings =
  | { readonly ok: true; readonly value: unknown; readonly warnings: readonly ConfigWarning[] }
  | { readonly ok: false; readonly reason: string };

/** Rounds of dropping what does not fit; each round may uncover that a parent has lost a required field. */
const ROUNDS = 16;

/**
 * Checks a plugin's settings against its own schema. A field that does not fit is dropped and named with its place; only
 * settings that cannot be saved that way make the plugin fail.
 */
export async function checkSettings(
  plugin: Plugin,
  settings: unknown,
  context: SettingsContext,
): Promise<CheckedSettings> {
  const schema = plugin.config?.schema;
  if (schema === undefined) return { ok: true, value: settings, warnings: [] };
  // Nothing is set and nothing has to be: the checker need not be loaded.
  if (isEmpty(settings) && takesEmpty(schema)) return { ok: true, value: {}, warnings: [] };
  const { Validator } = await import("@cfworker/json-schema");
  const validator = new Validator(schema as ConstructorParameters<typeof Validator>[0], "2020-12", false);
  const warnings: ConfigWarning[] = [];
  // A copy, because lists of the configuration are shared and frozen types say nothing at run time.
  let value: unknown = JSON.parse(JSON.stringify(settings ?? {}));
  for (let round = 0; round < ROUNDS; round++) {
    const { valid, errors } = validator.validate(value);
    if (valid) return { ok: true, value, warnings };
    const leaves = leafErrors(errors);
    const lost = leaves.find((leaf) => leaf.steps.length === 0);
    if (lost !== undefined)
      return { ok: false, reason: `its settings do not fit: ${lowerFirst(lost.error)}${at(context, [])}` };
    for (const leaf of leaves) warnings.push(warningFor(leaf, value, schema, context));
    value = without(
      value,
      leaves.map((leaf) => leaf.steps),
    );
  }
  return { ok: false, reason: `its settings do not fit its own schema${at(context, [])}` };
}

function isEmpty(settings: unknown): boolean {
  return typeof settings === "object" && settings !== null && Object.keys(settings).length === 0;
}

/** True for an object schema with plain properties, none of them required, also as one of several choices. */
function takesEmpty(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(takesEmpty);
  const plain = new Set(["type", "properties", "additionalProperties", "title", "description", "$schema"]);
  return schema.type === "object" && Object.keys(schema).every((key) => plain.has(key));
}

/** Keywords whose demand the schema itself says best. */
const SIMPLE = new Set(["type", "enum", "minimum", "maximum"]);

interface Leaf {
  readonly steps: readonly string[];
  readonly error: string;
  readonly keyword: string;
}

/** The errors of the deepest places, one for each place. */
function leafErrors(errors: readonly OutputUnit[]): Leaf[] {
  const byPlace = new Map<string, OutputUnit>();
  for (const error of errors)
    if (!byPlace.has(error.instanceLocation)) byPlace.set(error.instanceLocation, error);
  const places = [...byPlace.keys()];
  return [...byPlace.entries()]
    .filter(([place]) => !places.some((other) => other.startsWith(`${place}/`)))
    .map(([place, error]) => ({
      steps: place
        .split("/")
        .slice(1)
        .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")),
      error: error.error,
      keyword: error.keyword,
    }));
}

function warningFor(leaf: Leaf, value: unknown, schema: JsonSchema, context: SettingsContext): ConfigWarning {
  const path = [context.key, ...leaf.steps].join(".");
  const given = leaf.steps.reduce<unknown>(
    (found, step) => (found as Record<string, unknown> | undefined)?.[step],
    value,
  );
  const last = leaf.steps.at(-1)!;
  const wanted = schemaAt(schema, leaf.steps);
  const shown = isSecretPath(path) ? "(hidden)" : showValue(given, path);
  const { what, instead } =
    leaf.keyword === "false"
      ? unknownKey(last, Object.keys(schemaAt(schema, leaf.steps.slice(0, -1))?.properties ?? {}))
      : {
          what:
            wanted !== undefined && SIMPLE.has(leaf.keyword)
              ? `${shown} is not ${expected(wanted)}`
              : `${shown} does not fit: ${lowerFirst(leaf.error)}`,
          instead: "it is ignored",
        };
  const message = `${placeOf(context, leaf.steps)}${path}: ${what}; ${instead}`;
  return { key: path, message };
}

function schemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((found, step) => {
    const named = found?.properties?.[step];
    if (named !== undefined) return named;
    return /^\d+$/.test(step) ? found?.items : undefined;
  }, schema);
}

function placeOf(context: SettingsContext, steps: readonly string[]): string {
  for (let length = steps.length; length >= 0; length--) {
    const source = context.origins[[context.key, ...steps.slice(0, length)].join(".")];
    if (source !== undefined) return `${sourceText(source)}: `;
  }
  return context.place === undefined ? "" : `${context.place}: `;
}

function at(context: SettingsContext, steps: readonly string[]): string {
  const place = placeOf(context, steps);
  return place === "" ? "" : ` (${place.slice(0, -2)})`;
}

function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const below = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) continue;
    kept.push([key, below.length === 0 ? inner : without(inner, below)]);
  }
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
