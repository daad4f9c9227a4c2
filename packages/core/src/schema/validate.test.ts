import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "./types.js";
import { validateInput } from "./validate.js";

async function check(schema: ObjectSchema, value: unknown): Promise<string[]> {
  const outcome = await validateInput({ name: "probe", input: schema }, value);
  return outcome.ok ? [] : outcome.text.split("\n").slice(1, -1);
}

const text = { type: "string" } as const;
const schema: ObjectSchema = {
  type: "object",
  properties: {
    path: text,
    start: { type: "integer", minimum: 1, maximum: 99 },
    mode: { enum: ["r", "w"] },
    id: { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 4 },
    edits: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "object", properties: { old: text }, required: ["old"] },
    },
    either: { anyOf: [{ type: "string" }, { type: "array", items: text }] },
    null: { type: ["number", "null"] },
    "odd key": { type: "boolean" },
  },
  required: ["path"],
  additionalProperties: false,
};

describe("validateInput", () => {
  it("hands back the value that fits", async () => {
    const value = {
      path: "a",
      start: 5,
      mode: "r",
      id: "ab",
      edits: [{ old: "x" }],
      either: ["y"],
      null: null,
    };
    expect(await validateInput({ name: "probe", input: schema }, value)).toEqual({ ok: true, value });
  });

  it.each([
    [{}, ["path is missing (string)"]],
    [{ path: "a", start: "abc" }, ['start must be an integer, got "abc"']],
    [{ path: "a", start: 1.5 }, ["start must be an integer, got 1.5"]],
    [{ path: "a", start: 0 }, ["start must be at least 1, got 0"]],
    [{ path: "a", start: 100 }, ["start must be at most 99, got 100"]],
    [{ path: "a", mode: "x" }, ['mode must be "r" | "w", got "x"']],
    [{ path: "a", id: "AB" }, ['id must match ^[a-z]+$, got "AB"']],
    [{ path: "a", id: "a" }, ["id must have at least 2 characters"]],
    [{ path: "a", id: "abcde" }, ["id must have at most 4 characters"]],
    [{ path: "a", edits: [] }, ["edits must not be empty"]],
    [{ path: "a", edits: [{ old: "1" }, { old: "2" }, { old: "3" }] }, ["edits must have at most 2 items"]],
    [{ path: "a", edits: "x" }, ['edits must be an array ({old: string}[]), got "x"']],
    [
      { path: "a", edits: [{}, { old: 1 }] },
      ["edits[0].old is missing (string)", "edits[1].old must be a string, got 1"],
    ],
    [{ path: "a", either: 5 }, ["either must be string | string[], got 5"]],
    [{ path: "a", either: [1] }, ["either must be string | string[], got an array of 1 item"]],
    [{ path: "a", null: "x" }, ['null must be number | null, got "x"']],
    [{ path: "a", "odd key": 1 }, ['["odd key"] must be a boolean, got 1']],
    [{ path: "a", more: 1 }, ["more is not a parameter"]],
    [{ path: ["a"] }, ["path must be a string, got an array of 1 item"]],
    [{ path: "x".repeat(9), id: "y".repeat(900) }, ["id must have at most 4 characters"]],
    [[], ["input must be an object, got an array of 0 items"]],
  ])("%j", async (value, lines) => {
    expect(await check(schema, value)).toEqual(lines);
  });

  it("lists at most eight faults and ends with the signature", async () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`);
    const input: ObjectSchema = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, text])),
      required: names,
    };
    const outcome = await validateInput({ name: "probe", input }, {});
    expect(outcome.ok ? "" : outcome.text).toBe(
      [
        "[probe: invalid input, nothing was run]",
        ...names.slice(0, 8).map((name) => `${name} is missing (string)`),
        "and 3 more",
        `probe(${names.map((name) => `${name}: string`).join(", ")})`,
      ].join("\n"),
    );
  });

  it("does not find inherited members", async () => {
    const input: ObjectSchema = {
      type: "object",
      properties: { constructor: text, valueOf: text },
      required: ["constructor"],
    };
    expect(await check(input, {})).toEqual(["constructor is missing (string)"]);
  });

  it("follows references and leaves the schema as it was", async () => {
    const input = {
      type: "object",
      properties: { node: { $ref: "#/$defs/node" } },
      $defs: {
        node: { type: "object", properties: { next: { $ref: "#/$defs/node" } }, additionalProperties: false },
      },
    } as const satisfies ObjectSchema;
    const before = JSON.stringify(input);
    expect(await check(input, { node: { next: { next: {} } } })).toEqual([]);
    expect(await check(input, { node: { next: 5 } })).toEqual(["node.next must be {next?: any}, got 5"]);
    expect(JSON.stringify(input)).toBe(before);
    expect(await check(Object.freeze({ ...input }), {})).toEqual([]);
  });
});
