import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startLine } from "./line-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });

/** A tool that writes files through the workspace, and two that only read. */
const PLUGIN = `export default { apiVersion: 1, name: "extra", setup: ({ workspace }) => ({ tools: [
  { name: "put", kind: "edit", icon: "📝", description: "d", input: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } },
    plan: async ({ path, content }) => ({ title: path, changes: [{ path: workspace.resolve(path).abs, patch: "@@ -1,2 +1,2 @@\\n one\\n-two\\n+TWO\\n", added: 1, removed: 1 }] }),
    run: async ({ path, content }, ctx) => ({ text: path + ": 1 edit applied", changes: await workspace.write([{ path, content }], { callId: ctx.callId }) }) },
  { name: "slow", kind: "read", icon: "🔎", busy: "Fetching", description: "d", input: { type: "object", properties: { s: { type: "number" } } },
    plan: ({ s }) => ({ title: "for " + s }), run: async ({ s }) => { await new Promise((done) => setTimeout(done, s * 1000)); return "waited " + s; } },
  { name: "silent", kind: "read", icon: "📖", echo: "none", description: "d", input: { type: "object", properties: {} }, plan: () => ({ title: "a skill" }), run: () => "not to be seen" },
] }) };
`;

it("prints a command's line before what it prints, and a compaction once", async () => {
  const long = "word ".repeat(400);
  const turns = [{ text: long }, { text: long }, { text: "They talked about words." }];
  const { screen, send } = await startLine(turns);
  await screen.waitFor("yolo >");
  send("one");
  await screen.waitFor(/> one[^]* s\n\nyolo >/);
  send("two");
  await screen.waitFor(/> two[^]* s\n\nyolo >/);
  send("/compact");
  await screen.waitFor(/compacted: about \d+ tokens before, \d+ after/);
  await screen.waitFor("yolo >");
  const shown = screen.all();
  const rows = shown.slice(shown.indexOf("> /compact")).filter((row) => row.trim() !== "");
  expect(rows[0]).toBe("> /compact");
  expect(rows[1]).toBe("compacting the conversation");
  expect(rows[2]).toMatch(/^compacted: about \d+ tokens before, \d+ after$/);
  expect(rows.slice(3).map((row) => row.trim())).toEqual(["yolo >"]);
  expect(shown.filter((row) => row === "> /compact")).toHaveLength(1);
});

describe("tools of all kinds", () => {
  it("shows a diff in the question and only the headline after it; without a question the diff is in the result", async () => {
    const files = {
      "extra.mjs": PLUGIN,
      "c.yaml": "plugins:\n  - use: ./extra.mjs\n",
      "f.txt": "one\ntwo\n",
    };
    const turns = [
      { tools: [{ name: "put", input: { path: "f.txt", content: "one\nTWO\n" } }] },
      { tools: [{ name: "put", input: { path: "f.txt", content: "one\ntwo\n" } }] },
      { text: "Done." },
    ];
    const { screen, send, path } = await startLine(turns, {
      files,
      args: ["--mode", "ask", "--config", "c.yaml"],
    });
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor("[a] allow once");
    const asked =
      "📝 put: f.txt\n🔐 put needs permission (mode ask)\n   f.txt +1 -1\n   1   one\n   2 - two\n   2 + TWO\n";
    expect(screen.all().join("\n")).toContain(asked);
    const removed = screen.lines().indexOf("   2 - two");
    expect(screen.cell(removed, 7).coloured).toBe(true);
    screen.type("s");
    await screen.waitFor("Done.");
    expect(screen.all().join("\n")).toContain(
      "   Allowed for this session.\n   f.txt: 1 edit applied\n\n📝 put: f.txt\n   f.txt: 1 edit applied\n   f.txt +1 -1\n   1   one\n   2 - TWO\n   2 + two",
    );
    expect(readFileSync(path("f.txt"), "utf8")).toBe("one\ntwo\n");
    await screen.waitFor(/Done\.[^]*ask >/);
    send("/undo");
    await screen.waitFor(/\/undo\n[^]*f\.txt[^]*ask >/);
  });

  it("keeps calls that run side by side apart, uses the tool's word, and does not echo a skill", async () => {
    const files = { "extra.mjs": PLUGIN, "c.yaml": "plugins:\n  - use: ./extra.mjs\n" };
    const calls = [
      { name: "slow", input: { s: 1 } },
      { name: "slow", input: { s: 0.1 } },
      { name: "silent" },
    ];
    const { screen, send } = await startLine([{ tools: calls }, { text: "Done." }], {
      files,
      args: ["--yolo", "--config", "c.yaml"],
    });
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Fetching");
    await screen.waitFor("Done.");
    const shown = screen.all().join("\n");
    expect(shown).toContain(
      "🔎 slow: for 1\n   waited 1\n\n🔎 slow: for 0.1\n   waited 0.1\n\n📖 silent: a skill\n\nDone.",
    );
    expect(shown).not.toContain("not to be seen");
  });
});

describe("the folder's trust", () => {
  const project = (): string => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, ".mm"));
    writeFileSync(join(cwd, ".mm/config.yaml"), "bashTool: false\n");
    return cwd;
  };

  it("is asked for once, naming what is ignored, and counts at once", async () => {
    const home = tempFolder("mm-home-");
    const cwd = project();
    const first = await startLine([], {
      cwd,
      home,
      args: ["--config", "c.yaml"],
      files: { "c.yaml": "yolo: false\n" },
    });
    await first.screen.waitFor("This folder brings settings of its own.");
    await first.screen.waitFor("config.yaml: bashTool");
    await first.screen.waitFor("❯ 2. Not now");
    await first.screen.until(() => !first.screen.all().join("\n").includes("scripted"), "no banner yet");
    await new Promise((resolve) => setTimeout(resolve, 600));
    first.screen.type("1");
    await first.screen.waitFor("Trusted.");
    await first.screen.waitFor("tools: read_file");
    first.screen.type(KEY.ctrl("d"));
    expect(await first.screen.exited).toBe(0);
    const second = await startLine([], { cwd, home, args: [] });
    await second.screen.waitFor(/(ask|yolo) >/);
    expect(second.screen.all().join("\n")).not.toContain("settings of its own");
  });

  it("is not given by what was typed before the question came", async () => {
    const { screen } = await startLine([], { cwd: project(), args: [] });
    await screen.waitFor("settings of its own");
    screen.type("1\r");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.all().join("\n")).not.toContain("Trusted.");
    await new Promise((resolve) => setTimeout(resolve, 600));
    screen.type(KEY.escape);
    await screen.waitFor("Not now.");
    await screen.waitFor(/ > 1$/m);
  });
});

describe("sessions", () => {
  it("are gone on with by --continue and by --resume, which lets choose", async () => {
    const home = tempFolder("mm-home-");
    const first = await startLine(
      [{ text: "The **first** answer.", tools: [bash("echo kept")] }, { text: "End." }],
      { home },
    );
    await first.screen.waitFor("yolo >");
    first.send("remember me");
    await first.screen.waitFor(/End\.[^]*yolo >/);
    first.screen.type(KEY.ctrl("d"));
    await first.screen.exited;

    const turns = [{ expect: { user: "/^more$/" }, text: "More." }];
    const second = await startLine(turns, { home, cwd: first.cwd, args: ["--yolo", "--continue"] });
    await second.screen.waitFor(
      /> remember me\n\nThe first answer\.\n\n🛠️ {2}bash: echo kept\n {3}kept\n\nEnd\.[^]*yolo >/,
    );
    second.send("more");
    await second.screen.waitFor(/More\.[^]*yolo >/);
    second.screen.type(KEY.ctrl("d"));
    await second.screen.exited;

    const third = await startLine(turns, { home, cwd: first.cwd, args: ["--yolo", "--resume"] });
    await third.screen.waitFor(/❯ 1\. .*remember me/);
    await new Promise((resolve) => setTimeout(resolve, 600));
    third.screen.type(KEY.enter);
    await third.screen.waitFor(/The first answer\.[^]*More\./);
  });
});
