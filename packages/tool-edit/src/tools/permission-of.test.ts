import { symlink } from "node:fs/promises";
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

test.runIf(process.platform !== "win32")(
  "a link is no way round it either, nor is an edit that does not match",
  async () => {
    const rules = [
      { tool: "read_file", pattern: "a.txt", decision: "deny", source: "config.yaml:1" },
    ] as const;
    const { call, put, at } = openSession({ rules });
    await put("a.txt", "");
    await symlink("a.txt", at("link"));
    const miss = [{ old: "secret one\nsecret\nsecret three", new: "x" }];
    for (const path of ["a.txt", "link"]) {
      await put("a.txt", "secret one\nsecret two\nsecret three\n");
      for (const input of [
        { path, edits: miss },
        { path, edits: miss, dry_run: true },
      ]) {
        const result = await call("edit_file", input);
        expect(result).toMatchObject({ ok: false, code: "denied" });
        expect(result.text).not.toContain("secret");
      }
      await put("a.txt", Uint8Array.from([97, 0xe9]));
      expect(await call("edit_file", { path, edits: miss })).toMatchObject({ code: "denied" });
      expect(await call("read_file", { path })).toMatchObject({ ok: false, code: "denied" });
    }
  },
);

test("a rule that only asks before reading does not ask before an edit that is allowed", async () => {
  const rules = [
    { tool: "read_file", pattern: "*", decision: "ask", source: "config.yaml:1" },
    { tool: "edit_file", pattern: "*", decision: "allow", source: "config.yaml:2" },
  ] as const;
  const { call, put, get, asked } = openSession({ rules, mode: "ask" });
  await put("a.txt", "secret\n");
  await call("edit_file", INPUTS.edit_file);
  expect(await get("a.txt")).toBe("public\n");
  expect(asked).toEqual([]);
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
