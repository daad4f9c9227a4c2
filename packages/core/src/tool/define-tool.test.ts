import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { StandardSchema } from "../schema/types.js";
import { defineTool } from "./define-tool.js";
import type { Ctx, Tool } from "./types.js";

const base = { name: "probe", kind: "other", description: "A probe." } as const;
const ctx = {} as Ctx;

describe("a JSON Schema literal", () => {
  it("types the input of run, plan and the returned tool without as const", () => {
    const tool = defineTool({
      ...base,
      input: {
        type: "object",
        properties: {
          path: { type: "string" },
          mode: { enum: ["fast", "slow"] },
          sizes: { type: "array", items: { type: "integer" } },
          pairs: {
            type: "array",
            items: {
              type: "object",
              properties: { from: { type: "string" }, to: { type: "string" } },
              required: ["from"],
            },
          },
          label: { type: ["string", "null"] },
          target: { anyOf: [{ type: "string" }, { type: "number" }] },
          deep: { type: "boolean" },
        },
        required: ["path", "mode"],
      },
      plan(input) {
        expectTypeOf(input.path).toEqualTypeOf<string>();
        return { title: input.path };
      },
      run(input) {
        expectTypeOf(input).toEqualTypeOf<{
          path: string;
          mode: "fast" | "slow";
          sizes?: number[];
          pairs?: { from: string; to?: string }[];
          label?: string | null;
          target?: string | number;
          deep?: boolean;
        }>();
        return input.path;
      },
    });
    expectTypeOf(tool).toExtend<Tool>();
    expect(tool.run({ path: "a", mode: "fast" }, ctx)).toBe("a");
    expect(tool).not.toHaveProperty("parse");
  });

  it("gives an object without properties a properties keyword and takes $schema away", () => {
    const tool = defineTool({
      ...base,
      input: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" },
      run: () => "",
    });
    expect(tool.input).toEqual({ type: "object", properties: {} });
  });

  it("keeps a field that is called $schema, and bounds that mean something", () => {
    const properties = { $schema: { type: "string" }, minimum: { type: "integer", minimum: 1, maximum: 9 } };
    expect(
      defineTool({ ...base, input: { type: "object", properties }, run: () => "" }).input.properties,
    ).toEqual(properties);
  });
});

describe("a Standard Schema", () => {
  const schema = z.object({
    path: z.string().min(1).describe("File"),
    line: z.number().int().optional(),
    ratio: z.number().max(1).default(0.5),
    tags: z.array(z.object({ key: z.string(), n: z.int() })).optional(),
  });

  it("types run by the output side", () => {
    defineTool({
      ...base,
      input: schema,
      run(input) {
        expectTypeOf(input).toEqualTypeOf<z.output<typeof schema>>();
        return "";
      },
    });
  });

  it("is converted by its input side, without the marks of the library", () => {
    expect(defineTool({ ...base, input: schema, run: () => "" }).input).toEqual({
      type: "object",
      properties: {
        path: { type: "string", minLength: 1, description: "File" },
        line: { type: "integer" },
        ratio: { type: "number", maximum: 1, default: 0.5 },
        tags: {
          type: "array",
          items: {
            type: "object",
            properties: { key: { type: "string" }, n: { type: "integer" } },
            required: ["key", "n"],
          },
        },
      },
      required: ["path"],
    });
  });

  it("parses with defaults and transformations, and names the field of each issue", async () => {
    const tool = defineTool({
      ...base,
      input: z.object({
        path: z.string().transform((text) => text.trim()),
        tags: z.array(z.string().refine((text) => text !== "bad", "may not be bad")).default([]),
      }),
      run: () => "",
    });
    expect(await tool.parse?.({ path: " a " })).toEqual({ ok: true, value: { path: "a", tags: [] } });
    expect(await tool.parse?.({ path: "a", tags: ["good", "bad"] })).toEqual({
      ok: false,
      issues: ["tags[1]: may not be bad"],
    });
  });

  it("waits for asynchronous checks", async () => {
    const tool = defineTool({
      ...base,
      input: z.object({ host: z.string().refine(async (host) => host !== "down", "is down") }),
      run: () => "",
    });
    expect(await tool.parse?.({ host: "down" })).toEqual({ ok: false, issues: ["host: is down"] });
  });

  it("may be a function, as ArkType's types are", async () => {
    const callable = Object.assign(() => undefined, {
      "~standard": {
        version: 1,
        vendor: "callable",
        validate: (value: unknown) => ({ value: value as { n: number } }),
        jsonSchema: {
          input: () => ({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
        },
      },
    }) satisfies StandardSchema<{ n: number }>;
    const tool = defineTool({ ...base, input: callable, run: () => "" });
    expect(tool.input.required).toEqual(["n"]);
    expect(await tool.parse?.({ n: 1 })).toEqual({ ok: true, value: { n: 1 } });
  });
});

describe("faults of the author", () => {
  const input = { type: "object" } as const;
  const run = () => "";
  it.each([
    [
      "an empty name",
      { name: "" },
      'defineTool: the name "" is not allowed. Use 1 to 64 letters, digits, "_" and "-".',
    ],
    ["a dot in the name", { name: "a.b" }, /the name "a\.b" is not allowed/],
    ["a name too long", { name: "x".repeat(65) }, /is not allowed/],
    [
      "an unknown kind",
      { kind: "write" },
      /^defineTool probe: kind must be one of read, search, .*, got "write"\.$/,
    ],
    ["no description", { description: " " }, /^defineTool probe: description is missing/],
    ["no run", { run: undefined }, "defineTool probe: run must be a function."],
    [
      "an array as schema",
      { input: { type: "array" } },
      /must have type "object" at the top, but it has type "array"/,
    ],
    ["a schema without type", { input: { anyOf: [] } }, /but it has no type/],
    ["no schema", { input: undefined }, /input must be a JSON Schema object or a Standard Schema/],
    ["a union of objects", { input: z.union([z.object({}), z.object({})]) }, /but it has no type/],
    ["a type JSON Schema lacks", { input: z.object({ at: z.date() }) }, /cannot be written as JSON Schema: /],
    [
      "an old library",
      { input: { "~standard": { version: 1, vendor: "oldlib", validate: () => ({ value: 1 }) } } },
      /this oldlib schema has no JSON Schema/,
    ],
  ])("%s is a TypeError", (_, change, message) => {
    const make = () => defineTool({ ...base, input, run, ...change } as never);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});
