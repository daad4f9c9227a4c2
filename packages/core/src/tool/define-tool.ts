import {
  asObjectSchema,
  isStandardSchema,
  parseWithStandard,
  standardToJsonSchema,
} from "../schema/standard.js";
import type { Infer, InputSchema } from "../schema/types.js";
import type { ParseOutcome, Tool, ToolKind } from "./types.js";

/** What an author writes: a {@link Tool} whose `input` may also be a Standard Schema. */
export interface ToolOptions<S extends InputSchema> extends Omit<Tool<Infer<S>>, "input" | "parse"> {
  /** A JSON Schema object, or a schema with Standard Schema and Standard JSON Schema (zod 4.2+, ArkType). */
  readonly input: S;
}

const KINDS: ReadonlySet<string> = new Set<ToolKind>([
  "read",
  "search",
  "fetch",
  "think",
  "ask",
  "edit",
  "delete",
  "move",
  "execute",
  "other",
]);

/**
 * Makes a tool. The type of `run`'s first parameter follows from `input`, for a schema literal without `as const`
 * and for a Standard Schema alike. The returned `input` is always plain JSON Schema.
 *
 * Throws a TypeError that names the tool for a bad name, kind or description, a missing `run`, and a schema that is
 * not an object at the top: these are faults of the author, found when the plugin is loaded.
 *
 * @example
 * ```ts
 * const greet = defineTool({
 *   name: "greet",
 *   kind: "think",
 *   description: "Greets a person.",
 *   input: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
 *   run: ({ who }) => `Hello ${who}`,
 * });
 * ```
 */
export function defineTool<const S extends InputSchema>(options: ToolOptions<S>): Tool<Infer<S>> {
  const owner = checkParts(options);
  const given: InputSchema = options.input;
  if (!isStandardSchema(given)) return { ...options, input: asObjectSchema(given, owner) };
  return {
    ...options,
    input: asObjectSchema(standardToJsonSchema(given, owner), owner),
    parse: parseWithStandard(given) as (value: unknown) => Promise<ParseOutcome<Infer<S>>>,
  };
}

function checkParts(options: { readonly [Key in "name" | "kind" | "description" | "run"]: unknown }): string {
  const { name, kind, description, run } = options;
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new TypeError(
      `defineTool: the name ${JSON.stringify(name)} is not allowed. Use 1 to 64 letters, digits, "_" and "-".`,
    );
  }
  const owner = `defineTool ${name}`;
  if (typeof kind !== "string" || !KINDS.has(kind)) {
    throw new TypeError(
      `${owner}: kind must be one of ${[...KINDS].join(", ")}, got ${JSON.stringify(kind)}.`,
    );
  }
  if (typeof description !== "string" || description.trim() === "") {
    throw new TypeError(`${owner}: description is missing; it is all a model knows about the tool.`);
  }
  if (typeof run !== "function") throw new TypeError(`${owner}: run must be a function.`);
  return owner;
}
