import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PluginSession, Result } from "@mm-agent/core";
import { createTestContext } from "@mm-agent/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import plugin, { createSkillTool, findSkills } from "./index.js";
import { show } from "./show.js";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "mm-skill-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function files(entries: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(entries)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), content);
  }
}

async function toolOf(folder = join(top, "s")) {
  const { skills, skipped } = await findSkills([folder]);
  const { ctx } = createTestContext({ cwd: top });
  const tool = createSkillTool(skills, [folder]);
  const read = async (input: { name: string; file?: string }): Promise<Result> =>
    (await tool.run(input, ctx, await tool.plan?.(input, ctx))) as Result;
  const check = async (name: string) => (await tool.plan?.({ name }, ctx))?.permission?.checks[0];
  return { read, check, skills, skipped: skipped.map((text) => text.replaceAll(top, "")), ctx };
}

describe("a rule about a skill", () => {
  it("sees its own name, whichever name the call uses", async () => {
    files({ "s/deploy.md": "---\nname: ship\n---\n", "s/ops/SKILL.md": "ops" });
    symlinkSync("deploy.md", join(top, "s/harmless.md"));
    symlinkSync("ops", join(top, "s/other"));
    const { check } = await toolOf();
    for (const name of ["deploy", "ship", "deploy.md", "x/ship"])
      expect(await check(name)).toMatchObject({
        value: "deploy",
        also: expect.arrayContaining(["ship", "deploy.md"]),
      });
    expect(await check("harmless")).toMatchObject({
      value: "harmless",
      also: expect.arrayContaining(["deploy"]),
    });
    expect(await check("other")).toMatchObject({ value: "other", also: expect.arrayContaining(["ops"]) });
    expect(await check("a/none")).toEqual({ tool: "read_skill", value: "none" });
  });
});

describe("names", () => {
  // Windows has no files with such names.
  it.skipIf(process.platform === "win32")(
    "that could not be given back are skipped with the reason",
    async () => {
      files({
        "s/ pad .md": "x",
        "s/back\\slash.md": "x",
        "s/rev\u202Eersed.md": "x",
        "s/zero\u200B.md": "x",
      });
      const { skills, skipped } = await toolOf();
      expect(skills).toEqual([]);
      expect(skipped).toEqual([
        "/s/ pad .md: its name has blanks around it or a backslash",
        "/s/back\\slash.md: its name has blanks around it or a backslash",
        "/s/rev\u202Eersed.md: its name has characters that are not seen",
        "/s/zero\u200B.md: its name has characters that are not seen",
      ]);
    },
  );

  it("and descriptions show what is not seen", async () => {
    files({ "s/a.md": "---\ndescription: safe \u202Eevil\u200B\u{e0041}\n---\n" });
    expect((await toolOf()).skills[0]?.description).toBe("safe \uFFFDevil\uFFFD\uFFFD");
    expect(show("👩\u200D💻 ok")).toBe("👩\u200D💻 ok");
    expect(show("a\u200Db")).toBe("a\uFFFDb");
  });
});

describe("a project's skills folder", () => {
  it("that is a link out of the project is skipped with a notice", async () => {
    files({ "private/secret.md": "secret", "repo/.git/HEAD": "ref", "repo/docs/fine.md": "fine" });
    mkdirSync(join(top, "repo/.agents"));
    mkdirSync(join(top, "repo/sub/.agents"), { recursive: true });
    symlinkSync("../../private", join(top, "repo/.agents/skills"));
    symlinkSync("../../docs", join(top, "repo/sub/.agents/skills"));
    const notices: string[] = [];
    const cwd = join(top, "repo/sub");
    const { ctx } = createTestContext({ cwd });
    const session: PluginSession = {
      id: "test",
      cwd,
      config: {},
      env: { HOME: join(top, "home") },
      log: ctx.log,
      workspace: ctx.workspace,
      trusted: true,
      limits: ctx.limits,
      notice: (text) => void notices.push(text.replaceAll(top, "")),
    };
    const { tools } = await plugin.setup(session);
    expect(tools[0]?.description.split("\n").slice(1)).toEqual(["  fine — fine"]);
    expect(notices).toEqual([
      "skills skipped: /repo/.agents/skills: it is a link that leads out of the project",
    ]);
  });
});

describe("large skills", () => {
  it("are listed by their first 8 KiB and read whole", async () => {
    files({
      "s/a.md": `---\ndescription: first\n---\n${"é".repeat(20_000)}`,
      "s/b.md": `---\ndescription: open\nnotes: |\n${"  x\n".repeat(5000)}---\n`,
      "s/c.md": `${"x".repeat(9000)}\0`,
    });
    const { skills, skipped, read, ctx } = await toolOf();
    expect(skills.map(({ name, description }) => [name, description.slice(0, 5)])).toEqual([
      ["a", "first"],
      ["b", "open"],
      ["c", "xxxxx"],
    ]);
    expect(skipped).toEqual([]);
    expect(await read({ name: "c" })).toMatchObject({
      ok: false,
      text: '[read_skill: skill "c" is not read: it is not UTF-8 text]',
    });
    files({ "s/a.md": "é".repeat(ctx.limits.maxOutput + 1000) });
    const { text } = await read({ name: "a" });
    expect(text.length).toBeLessThanOrEqual(ctx.limits.maxOutput);
    expect(text).toContain(`read_file ${join(top, "s/a.md")} shows the rest`);
  });
});

it("says what there is when the folder itself is asked for", async () => {
  files({ "s/pdf/SKILL.md": "pdf", "s/pdf/form.md": "form" });
  const { read } = await toolOf();
  expect((await read({ name: "pdf", file: "." })).text).toBe(
    '[read_skill: no file "." in skill "pdf" — files: form.md]',
  );
});
