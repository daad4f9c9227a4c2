import { expect, expectTypeOf, test } from "vitest";
import { Validator } from "@cfworker/json-schema";
import { configSchema, type ConfigFile } from "./schema.js";

// `vitest run -u` writes the published file anew.
test("config.schema.json is the schema that mm itself uses", async () => {
  const text = `${JSON.stringify(configSchema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../config.schema.json");
});

test("the published schema takes what mm takes and refuses what mm warns about", () => {
  const validator = new Validator(structuredClone(configSchema) as never, "2020-12", false);
  const valid = (value: unknown) => validator.validate(value).valid;
  expect(
    valid({
      model: "m",
      permissions: { bash: { "git *": { decide: "allow", match: ["git log"] }, "rm *": "deny" }, "*": "ask" },
      plugins: [{ use: "./x.ts", guard: true, config: { a: 1 } }],
      mmConfigs: { a: { config: "a.yaml" }, b: { command: ["x"], yolo: false } },
      lsp: { servers: [] },
      skillsDir: ["a", "b"],
      theme: "light",
      keys: { send: "Enter", foldAll: ["Alt-O", "F3"], suspend: false },
    }),
  ).toBe(true);
  expect(valid({ keys: { sned: "Enter" } })).toBe(false);
  expect(valid({ keys: { send: 1 } })).toBe(false);
  expect(valid({ theme: "pink" })).toBe(false);
  expect(valid({ previewLines: "ten" })).toBe(false);
  expect(valid({ permissions: { bash: { a: "maybe" } } })).toBe(false);
  expect(valid({ modle: "x" })).toBe(false);
});

test("the type of a config file comes from the schema", () => {
  expectTypeOf<ConfigFile["maxOutput"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ConfigFile["mode"]>().toEqualTypeOf<"ask" | "edits" | "yolo" | "plan" | undefined>();
  expectTypeOf<ConfigFile["acp"]>().toEqualTypeOf<{ title?: string; clientTerminal?: boolean } | undefined>();
});
