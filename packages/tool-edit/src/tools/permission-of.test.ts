import { createTestContext } from "@mm-agent/core/testing";
import { expect, test } from "vitest";
import { createEditTools } from "./create-edit-tools.js";
import { openSession } from "./fixtures/open-session.js";

const INPUTS = {
  read_file: { path: "a.txt" },
  write_file: { path: "a.txt", content: "x" },
  edit_file: { path: "a.txt", edits: [{ old: "secret", new: "public" }] },
};

test.each(["write_file", "edit_file"] as const)("%s is no way round a rule against reading", async (tool) => {
  const rules = [{ tool: "read_file", pattern: "a.txt", decision: "deny", source: "config.yaml:1" }] as const;
  const { call, put, get } = openSession({ rules });
  await put("a.txt", "secret\n");
  const result = await call(tool, INPUTS[tool]);
  expect(result).toMatchObject({ ok: false, code: "denied" });
  expect(result.text).not.toContain("secret");
  expect(await get("a.txt")).toBe("secret\n");
});

test.each([
  ["read_file", []],
  ["write_file", [{ tool: "read_file", value: "a.txt", type: "path", only: "deny" }]],
  ["edit_file", [{ tool: "read_file", value: "a.txt", type: "path", only: "deny" }]],
] as const)("the checks of %s", async (name, further) => {
  const { folder, put } = openSession();
  await put("a.txt", "secret\n");
  const { ctx } = createTestContext({ cwd: folder });
  const plan = await createEditTools()
    .find((tool) => tool.name === name)
    ?.plan?.(INPUTS[name], ctx);
  expect(plan?.permission?.checks).toEqual([{ tool: name, value: "a.txt", type: "path" }, ...further]);
  expect(plan?.permission?.remember).toEqual(["a.txt"]);
});
