import { testTool } from "@mm-agent/core/testing";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import plugin from "./plugin.js";
import { createEditTools } from "./tools/create-edit-tools.js";

test("is a plugin with the key edit", () => {
  expect(plugin).toMatchObject({ name: "edit", apiVersion: 1, config: { key: "edit" } });
});

test("declares three small tools that share a counter", () => {
  const tools = createEditTools();
  expect(tools.map(({ name, kind }) => [name, kind])).toEqual([
    ["read_file", "read"],
    ["write_file", "edit"],
    ["edit_file", "edit"],
  ]);
  for (const { counter } of tools) expect(counter).toEqual({ icon: "📝", label: "file op(s)" });
  const declared = JSON.stringify(
    tools.map(({ name, description, input }) => ({ name, description, input })),
  );
  // About four characters a token; 700 tokens for all three is the limit.
  expect(declared.length).toBeLessThan(2400);
});

test.each([
  ["read_file", [{ path: "a.txt" }, { path: "none" }, { path: ".", start: 2 }]],
  [
    "write_file",
    [
      { path: "a.txt", content: "x" },
      { path: "d/b", content: "" },
    ],
  ],
  [
    "edit_file",
    [
      { path: "a.txt", edits: [{ old: "a", new: "b" }] },
      { path: "a.txt", edits: [] },
    ],
  ],
])("%s keeps the contract", async (name, inputs) => {
  const tool = createEditTools().find((each) => each.name === name);
  if (tool === undefined) throw new Error(name);
  const findings = await testTool(tool, {
    inputs,
    setup: (folder) => writeFileSync(join(folder, "a.txt"), "a\n"),
  });
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
});
