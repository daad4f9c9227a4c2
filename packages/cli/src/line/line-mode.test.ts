import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMm, tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startLine } from "./line-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });

describe("line mode", () => {
  it("shows a banner, answers, and leaves with Ctrl-D", async () => {
    const { screen, send } = await startLine([
      { text: "Hello **you**.", usage: { input: 1200, output: 34 } },
    ]);
    await screen.waitFor("yolo >");
    const [first, folder, tools, keys] = screen.lines();
    expect(first).toMatch(/^mm \d\S* · model\.json @ scripted · yolo$/);
    expect(folder).toMatch(/mm-front-/);
    expect(tools).toContain("tools: bash");
    expect(keys).toContain("Ctrl-D leaves");
    send("hi");
    await screen.waitFor(/1200 tokens in, 34 out\n\nyolo >/);
    const shown = screen.lines();
    expect(shown).toContain("> hi");
    expect(shown).toContain("Hello you.");
    const row = shown.indexOf("Hello you.");
    expect(screen.cell(row, 6)).toMatchObject({ chars: "y", bold: true });
    expect(screen.cell(row, 0)).toMatchObject({ chars: "H", bold: false });
    screen.type(KEY.ctrl("d"));
    expect(await screen.exited).toBe(0);
    expect(screen.raw().endsWith("\x1b[<u\x1b[?2004l")).toBe(true);
  });

  it("shows a call's line before it runs, up to previewLines of its output, and the counters", async () => {
    const { screen, send } = await startLine([
      { tools: [bash("sleep 1; seq 1 30")] },
      { tools: [bash("true")] },
      { tools: [bash("echo bad; exit 3")] },
      { text: "Done." },
    ]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("🛠️  bash: sleep 1; seq 1 30");
    await screen.waitFor(/Running · \d+ s/);
    await screen.waitFor("⚙ 3 command(s)");
    const text = screen.all().join("\n");
    expect(text).toContain("   9\n   10\n   … 20 more lines");
    expect(text).not.toContain("   11\n");
    expect(text).toContain("🛠️  bash: true\n   (no output)");
    expect(text).toContain("   bad\n   [exit code: exit status 3]");
    expect(text).not.toContain("Running");
    const row = screen.lines().indexOf("   bad");
    expect(screen.cell(row, 3).dim).toBe(true);
  });

  it("runs with a prompt from the command line, and says what a wrong option is", async () => {
    const { screen } = await startLine([{ expect: { user: "/^do this$/" }, text: "Done it." }], {
      args: ["--yolo", "do this"],
    });
    await screen.waitFor("Done it.");
    await screen.waitFor("> do this");
  });

  it("costs other modes nothing: no part of it is loaded by mm -p", async () => {
    const cwd = tempFolder();
    const coverage = join(cwd, "coverage");
    writeFileSync(join(cwd, "m.json"), JSON.stringify({ turns: [{ text: "ok" }] }));
    const args = ["-p", "hi", "--provider", "scripted", "--model", "m.json"];
    expect(await runMm(args, { cwd, env: { NODE_V8_COVERAGE: coverage } })).toMatchObject({
      code: 0,
      stdout: "ok\n",
    });
    const loaded = readdirSync(coverage).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as {
        result: { url: string }[];
      };
      return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
    });
    expect(loaded.some((url) => url.endsWith("/dist/bin.js"))).toBe(true);
    expect(loaded.filter((url) => /string-width|line-mode|interactive/.test(url))).toEqual([]);
  });

  it("takes what was typed while it started", async () => {
    const { screen } = await startLine([{ expect: { user: "/^early bird$/" }, text: "Caught it." }]);
    screen.type("early bird\r");
    await screen.waitFor("Caught it.");
    expect(screen.all().filter((row) => row.endsWith("> early bird"))).toEqual(["> early bird"]);
  });

  it("edits over several lines and takes a paste of 10,000 lines as one prompt", async () => {
    const { screen, send } = await startLine([
      { expect: { user: "/^one\\ntwo\\nthree$/" }, text: "Three lines." },
      { expect: { user: "/^exit 0\\n[^]*\\nexit 9999$/" }, text: "All of it." },
    ]);
    await screen.waitFor("yolo >");
    screen.type(`one\\\rtwo${KEY.altEnter}`);
    send("three");
    await screen.waitFor("Three lines.");
    screen.type(KEY.paste(Array.from({ length: 10_000 }, (_, at) => `exit ${at}`).join("\r")));
    await screen.waitFor("exit 9999");
    expect(screen.lines().length).toBeLessThan(40);
    screen.type(KEY.enter);
    await screen.waitFor("All of it.");
    expect(screen.all().join("\n")).toContain("… 9989 more lines");
  });

  it("completes commands and files, and searches the history of earlier runs", async () => {
    const { screen, send, cwd } = await startLine(
      [{ expect: { user: "/@notes.txt/" }, text: "Read it." }, { text: "Again." }],
      { files: { "notes.txt": "forty-two" } },
    );
    await screen.waitFor("yolo >");
    screen.type("/hel");
    await screen.waitFor("/help");
    screen.type(KEY.ctrl("u"));
    screen.type("look at @not");
    await screen.waitFor("  notes.txt");
    send("\t");
    await screen.waitFor("Read it.");
    screen.type(KEY.ctrl("r"));
    screen.type("look");
    await screen.waitFor("(search) look: look at @notes.txt");
    screen.type(KEY.enter);
    await screen.waitFor("Again.");
    expect(existsSync(cwd)).toBe(true);
  });

  it("runs !commands here and tells the model of them, but not of !!", async () => {
    const { screen, send } = await startLine([
      { expect: { user: "/^[^]*echo seen-by-model[^]*next$/" }, text: "I saw it." },
    ]);
    await screen.waitFor("yolo >");
    send("!!echo $((40+2)) not shared");
    await screen.waitFor("   42 not shared");
    send("!echo seen-by-model");
    await screen.waitFor("   seen-by-model");
    send("next");
    await screen.waitFor("I saw it.");
  });

  it("keeps a mistyped command, offers the nearest, and sends paths to the model", async () => {
    const { screen, send } = await startLine([{ expect: { user: "/^.etc.hosts what/" }, text: "A file." }]);
    await screen.waitFor("yolo >");
    send("/eixt");
    await screen.waitFor("did you mean /exit?");
    expect(screen.lines()).toContain("yolo > /eixt");
    screen.type(KEY.ctrl("u"));
    send("/etc/hosts what is this?");
    await screen.waitFor("A file.");
    send("/exit");
    expect(await screen.exited).toBe(0);
  });

  it("changes the mode with Shift-Tab and shows it", async () => {
    const { screen } = await startLine([]);
    await screen.waitFor("yolo >");
    screen.type(KEY.shiftTab);
    await screen.waitFor("plan >");
    screen.type(KEY.shiftTab);
    await screen.waitFor("ask >");
    screen.type(KEY.shiftTab);
    await screen.waitFor("edits >");
  });

  it("leaves with two presses of Ctrl-C, and the first keeps what was typed", async () => {
    const { screen } = await startLine([]);
    await screen.waitFor("yolo >");
    screen.type("a draft");
    await screen.waitFor("yolo > a draft");
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("the up arrow brings it back");
    screen.type(KEY.up);
    await screen.waitFor("yolo > a draft");
    await sleep(2100);
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("brings it back");
    screen.type(KEY.ctrl("c"));
    expect(await screen.exited).toBe(0);
  });

  it("never leaves with a draft: typing between two presses of Ctrl-C starts over", async () => {
    const { screen } = await startLine([]);
    await screen.waitFor("yolo >");
    screen.type("first");
    await screen.waitFor("yolo > first");
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("brings it back");
    screen.type("second");
    await screen.waitFor("yolo > second");
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("brings it back");
    screen.type(KEY.up);
    await screen.waitFor("yolo > second");
    screen.type(`${KEY.ctrl("u")}${KEY.ctrl("c")}`);
    await screen.waitFor("Ctrl-C again leaves.");
    screen.type(KEY.ctrl("c"));
    expect(await screen.exited).toBe(0);
  });

  it("prints nothing of what a model or a tool writes to take the terminal over", async () => {
    const evil = "\u001b]0;owned\u0007\u001b[2Jcleared\u001b]52;c;cm0=\u0007";
    const { screen, send, path } = await startLine([
      { text: `look ${evil} here`, tools: [bash("printf '\\033]0;owned\\007\\033[2Jtool'")] },
      { text: "Done." },
    ]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Done.");
    expect(screen.all().join("\n")).toContain("look cleared here");
    expect(screen.raw()).not.toContain("\u001b]0;");
    expect(screen.raw()).not.toContain("\u001b[2J");
    expect(screen.raw()).not.toContain("]52;");
    expect(readFileSync(path("model.json"), "utf8")).toContain("owned");
  });
});
