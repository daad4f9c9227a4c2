import { describe, expect, it } from "vitest";
import { checkPortableSchema } from "./portable.js";
import { describeSignature } from "./signature.js";
import type { JsonSchema, ObjectSchema } from "./types.js";

function object(properties: Record<string, JsonSchema>, more: Partial<ObjectSchema> = {}): ObjectSchema {
  return { type: "object", properties, ...more };
}

describe("checkPortableSchema", () => {
  it("finds nothing in a plain schema", () => {
    const item = object({ old: { type: "string" } }, { required: ["old"] });
    const either = { anyOf: [{ type: "string" }, { type: "integer" }] };
    const schema = object({
      path: { type: "string", pattern: "^a$" },
      edits: { type: "array", items: item },
      either,
    });
    expect(checkPortableSchema(schema)).toEqual([]);
  });

  const deep = (levels: number): JsonSchema =>
    levels === 0 ? { type: "string" } : object({ a: deep(levels - 1) });
  it.each([
    [{ type: "array", items: {} }, 'input: type must be "object"'],
    [object({}, { anyOf: [] }), "input: anyOf at the top is refused by several providers"],
    [object({ a: { $ref: "#" } }), "a: $ref is not portable"],
    [object({ a: object({}, { patternProperties: {} }) }), "a: patternProperties is not portable"],
    [object({ a: { type: ["string", "null"] } }), "a: several types; make the field optional or use anyOf"],
    [object({ a: { type: "array" } }), "a: an array needs items"],
    [object({ a: { type: "array", items: { enum: [1] } } }), "a[0]: an enum of other values than text"],
    [object({ a: { type: "string", pattern: "b+" } }), "a: pattern must begin with ^ and end with $"],
    [object({}, { required: ["a"] }), 'input: required field "a" is not declared'],
    [object({ "a b": {} }), 'input: the field name "a b" is not portable'],
    [object({ a: { anyOf: [{ not: {} }] } }), "a: not is not portable"],
    [deep(7), "a.a.a.a.a.a: nested deeper than 5 levels"],
  ])("%j", (schema, finding) => {
    expect(checkPortableSchema(schema)).toEqual([finding]);
  });
});

describe("describeSignature", () => {
  it("shows how a tool is called", () => {
    const input = object(
      {
        path: { type: "string" },
        mode: { enum: ["a", "b"] },
        list: { type: "array", items: { enum: ["x", "y"] } },
        edits: { type: "array", items: object({ old: { type: "string" } }) },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
        any: {},
        map: { type: "object" },
        "odd key": { const: 1 },
      },
      { required: ["path"] },
    );
    expect(describeSignature({ name: "t", input })).toBe(
      't(path: string, mode?: "a" | "b", list?: ("x" | "y")[], edits?: {old?: string}[], either?: string | null, any?: any, map?: object, ["odd key"]?: 1)',
    );
  });

  it("stays short", () => {
    const input = object(
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, { type: "string" }])),
    );
    expect(describeSignature({ name: "t", input }).length).toBeLessThan(610);
  });
});
