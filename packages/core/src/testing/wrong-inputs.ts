import type { ObjectSchema } from "../schema/types.js";

const VALUES: readonly unknown[] = [
  null,
  "",
  "\u0000",
  -1,
  1e308,
  1.5,
  true,
  [],
  [null],
  {},
  { a: { b: [] } },
  '{"a":',
  "x".repeat(10_000),
];

const WHOLE: readonly unknown[] = [
  undefined,
  null,
  "",
  "text",
  7,
  true,
  [],
  [[]],
  "{",
  '{"a"',
  "{'a': 1}",
  "[1]",
];

/** Arguments a model might send by mistake: nothing, other kinds, cut text, a field missing, wrong or too many. */
export function wrongInputs(schema: ObjectSchema, inputs: readonly unknown[]): unknown[] {
  const base = inputs.find((input) => typeof input === "object" && input !== null) ?? {};
  const names = Object.keys(schema.properties ?? {});
  return [
    ...WHOLE,
    { surplus: "field" },
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}') as unknown,
    ...names.map((name) => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))),
    ...names.flatMap((name) => VALUES.map((value) => ({ ...base, [name]: value }))),
  ];
}
