import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PluginSession, Result } from "@mm-agent/core";
import { createTestContext, testTool } from "@mm-agent/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import plugin, { createSkillTool, findSkills } from "./index.js";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "mm-skill-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Writes files below the test's folder and gives their top. */
function files(entries: Readonly<Record<string, string | Buffer>>): string {
  for (const [path, content] of Object.entries(entries)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), content);
  }
  return top;
}

async function open(config: unknown, more: Partial<PluginSession> = {}) {
  const notices: string[] = [];
  const { ctx } = createTestContext({ cwd: more.cwd ?? top });
  const session: PluginSession = {
    id: "test",
    cwd: top,
    config,
    env: { HOME: join(top, "home") },
    log: ctx.log,
    workspace: ctx.workspace,
    trusted: false,
    limits: ctx.limits,
    notice: (text) => void notices.push(text.replaceAll(top, "")),
    ...more,
  };
  const instance = await plugin.setup(session);
  const tool = instance.tools[0];
  const read = async (input: unknown): Promise<Result> => {
    if (!tool) throw new Error("there is no read_skill");
    return (await tool.run(input, ctx)) as Result;
  };
  const catalogue = tool?.description.split("\n").slice(1);
  return { instance, tool, notices, read, catalogue };
}

describe("the catalogue", () => {
  it("lists flat files and folders by name, a flat file before a folder of the same name", async () => {
    files({
      "skills/review.md": "# How we review\n\nRead twice.\n",
      "skills/deploy/SKILL.md": "---\nname: deploy\ndescription: Ship it: build, test, push\n---\nSteps\n",
      "skills/both.md": "flat",
      "skills/both/SKILL.md": "folder",
      "skills/.hidden/SKILL.md": "hidden",
      "skills/notes/readme.txt": "no skill",
    });
    const { catalogue, read, notices } = await open({ skillsDir: [join(top, "skills")] });
    expect(catalogue).toEqual([
      "  both — flat",
      "  deploy — Ship it: build, test, push",
      "  review — How we review",
    ]);
    expect((await read({ name: "both" })).text).toBe("flat");
    expect((await read({ name: "deploy" })).text).toBe(
      "---\nname: deploy\ndescription: Ship it: build, test, push\n---\nSteps\n",
    );
    expect(notices).toEqual([]);
  });

  it("reads front matter that is no YAML", async () => {
    files({
      "s/a.md": "---\nargument-hint: [a]\ndescription: [draft] Rule: do x\nname: other\n---\n",
      "s/b.md": '---\r\nname: b\r\ndescription: "Say \\"hi\\""\r\n---\r\ntext\r\n',
      "s/c.md": "---\ndescription: >\n  folded over\n  two lines\n---\n",
      "s/d.md": "---\ndescription: 'it''s'\nmetadata:\n  description: inner\n---\n",
      "s/e.md": "---\ndescription: never closed\n",
      "s/f.md": "\uFEFF---\ndescription: begins\n  and goes on\n---\n# Title\n",
    });
    const { catalogue, read } = await open({ skillsDir: [join(top, "s")] });
    expect(catalogue).toEqual([
      "  a — [draft] Rule: do x",
      '  b — Say "hi"',
      "  c — folded over two lines",
      "  d — it's",
      "  e — description: never closed",
      "  f — begins and goes on",
    ]);
    expect((await read({ name: "other" })).data).toEqual({ skill: "a" });
  });

  it("names what it skips, with the file and the reason", async () => {
    files({
      "s/empty.md": " \n",
      "s/bytes.md": Buffer.from([0xff, 0xfe, 0x00]),
      "s/big.md": "x".repeat(1024 * 1024 + 1),
      "s/lower/skill.md": "text",
      "s/good.md": "good",
      "outside.md": "secret",
    });
    symlinkSync(join(top, "outside.md"), join(top, "s/escape.md"));
    mkdirSync(join(top, "s/folder.md"));
    const { catalogue, notices } = await open({ skillsDir: [join(top, "s")] });
    expect(catalogue).toEqual(["  good — good"]);
    expect(notices).toEqual([
      "skill skipped: /s/big.md: it has 1048577 bytes, the limit is 1048576",
      "skill skipped: /s/bytes.md: it is not UTF-8 text",
      "skill skipped: /s/empty.md: it is empty",
      "skill skipped: /s/escape.md: it is a link that leads out of its folder",
      "skill skipped: /s/folder.md: it is not a regular file",
      "skill skipped: /s/lower/skill.md: it must be called SKILL.md",
    ]);
  });

  it("stays small, whatever the number of skills", () => {
    const listed = (count: number): string => {
      const about = "words ".repeat(60).trim();
      return createSkillTool(
        Array.from({ length: count }, (_, at) => ({ name: `skill-${at}`, description: about })),
        [],
      ).description;
    };
    expect(listed(1).split("\n").at(-1)).toBe(`  skill-0 — ${"words ".repeat(49)}words…`);
    expect(listed(30).split("\n").at(-1)).toBe(`  skill-29 — ${"words ".repeat(13)}w…`);
    expect(listed(300).split("\n").at(-1)).toBe("  skill-299");
    expect(listed(900).split("\n").at(-1)).toMatch(
      /^ {2}\[and \d+ more; a call with an unknown name lists them all\]$/,
    );
    expect(listed(900).length).toBeLessThan(4000);
  });

  it("is a declaration of at most 150 tokens without its lines", () => {
    const { name, description, input } = createSkillTool([], []);
    expect(JSON.stringify({ name, description, input }).length / 4).toBeLessThan(150);
  });
});

describe("a call", () => {
  it("answers an unknown name with the names there are, and takes only the base name of a path", async () => {
    files({ "s/a.md": "A", "s/b.md": "B", "secret.md": "secret" });
    const { read } = await open({ skillsDir: [join(top, "s")] });
    expect(await read({ name: "x" })).toEqual({
      ok: false,
      code: "not_found",
      text: 'No skill named "x". Available skills: a, b',
    });
    expect((await read({ name: "../secret" })).text).toBe('No skill named "secret". Available skills: a, b');
    expect((await read({ name: "..\\..\\a" })).text).toBe("A");
    expect((await read({ name: "/etc/b.md" })).text).toBe("B");
  });

  it("reads what the folder holds now, with the catalogue unchanged", async () => {
    files({ "s/a.md": "old" });
    const { read, tool } = await open({ skillsDir: [join(top, "s")] });
    files({ "s/a.md": "new", "s/added.md": "added" });
    expect((await read({ name: "a" })).text).toBe("new");
    expect((await read({ name: "added" })).text).toBe("added");
    expect(tool?.description).not.toContain("added");
    rmSync(join(top, "s/a.md"));
    expect((await read({ name: "a" })).text).toBe('No skill named "a". Available skills: added');
  });

  it("reads files of the skill's folder and nothing outside", async () => {
    files({
      "s/pdf/SKILL.md": "see ref/forms.md",
      "s/pdf/ref/forms.md": "forms",
      "s/pdf/run.py": "print()",
      "s/pdf/.secret": "hidden",
      "s/pdf/bin.dat": Buffer.from([1, 0, 2]),
      "s/flat.md": "flat",
      "s/other/SKILL.md": "other",
      "secret.txt": "secret",
    });
    symlinkSync(join(top, "secret.txt"), join(top, "s/pdf/link.txt"));
    symlinkSync(join(top, "s/other"), join(top, "s/pdf/sibling"));
    symlinkSync("run.py", join(top, "s/pdf/alias.py"));
    const { read } = await open({ skillsDir: [join(top, "s")] });
    expect((await read({ name: "pdf", file: "ref/forms.md" })).text).toBe("forms");
    expect((await read({ name: "pdf", file: "./alias.py" })).text).toBe("print()");
    expect((await read({ name: "pdf", file: "SKILL.md" })).text).toBe("see ref/forms.md");
    expect(await read({ name: "pdf", file: "ref/x.md" })).toEqual({
      ok: false,
      code: "not_found",
      text: '[read_skill: no file "ref/x.md" in skill "pdf" — files: bin.dat, ref/forms.md, run.py]',
    });
    const outside = '"../other/SKILL.md" is not a path inside the folder of skill "pdf"';
    expect((await read({ name: "pdf", file: "../other/SKILL.md" })).text).toBe(`[read_skill: ${outside}]`);
    for (const file of ["/etc/passwd", "ref/../../flat.md", "..\\flat.md", "C:\\x", "a\0b"])
      expect(await read({ name: "pdf", file })).toMatchObject({ ok: false, code: "denied" });
    for (const file of ["link.txt", "sibling/SKILL.md"])
      expect((await read({ name: "pdf", file })).text).toBe(
        `[read_skill: ${file} of skill "pdf" is not read: it is a link that leads out of its folder]`,
      );
    expect((await read({ name: "pdf", file: "ref" })).text).toContain("it is not a regular file");
    expect((await read({ name: "pdf", file: "bin.dat" })).text).toContain("it is not UTF-8 text");
    expect((await read({ name: "flat", file: "x" })).text).toBe(
      '[read_skill: skill "flat" is a single file, it has no files beside it]',
    );
  });

  it("keeps the contract", async () => {
    const folder = join(files({ "s/a.md": "text ".repeat(9000), "s/b/SKILL.md": "B" }), "s");
    const tool = createSkillTool((await findSkills([folder])).skills, [folder]);
    const findings = await testTool(tool, {
      inputs: [{ name: "a" }, { name: "b", file: "none" }, { name: "?" }],
    });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect([tool.icon, tool.kind, tool.echo]).toEqual(["📖", "read", "none"]);
    const { ctx } = createTestContext();
    expect((await tool.plan?.({ name: "../a" }, ctx))?.title).toBe("a");
  });
});

describe("the folders", () => {
  const project = {
    "repo/.git/HEAD": "ref",
    "repo/.agents/skills/one.md": "outer one",
    "repo/.agents/skills/two.md": "two",
    "repo/sub/.agents/skills/one.md": "inner one",
    "home/.config/mm/skills/mine.md": "mine",
    "home/.agents/skills/one.md": "home one",
    "home/.agents/skills/shared/SKILL.md": "shared",
    ".agents/skills/above.md": "above the repository",
  };

  it("leaves a project's skills out until it is trusted, and says so once", async () => {
    files(project);
    const { catalogue, notices } = await open({}, { cwd: join(top, "repo/sub") });
    expect(catalogue).toEqual(["  mine — mine", "  one — home one", "  shared — shared"]);
    expect(notices).toEqual(["skills of this project are left out until the folder is trusted: one, two"]);
  });

  it("takes the first folder that has a name: skillsDir, the project from the inside out, the person's", async () => {
    files({ ...project, "given/two.md": "given two" });
    const skillsDir = [join(top, "given"), join(top, "missing")];
    const { catalogue, notices } = await open({ skillsDir }, { cwd: join(top, "repo/sub"), trusted: true });
    expect(catalogue).toEqual([
      "  mine — mine",
      "  one — inner one",
      "  shared — shared",
      "  two — given two",
    ]);
    expect(notices).toEqual(["skillsDir: /missing does not exist"]);
  });

  it("switches folders off", async () => {
    files(project);
    const off = await open({ project: false, user: false }, { cwd: join(top, "repo"), trusted: true });
    expect(off.instance).toEqual({ tools: [] });
  });

  it("declares nothing without skills, and gives the reason where skillsDir was set", async () => {
    expect((await open({})).instance).toEqual({ tools: [] });
    mkdirSync(join(top, "s"));
    expect((await open({ skillsDir: [join(top, "s")] })).instance).toEqual({
      tools: [],
      absent: [{ name: "read_skill", reason: "skillsDir holds no skill" }],
    });
  });
});
