/* oxlint-disable no-control-regex */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MM_BIN, openScreen, tempFolder, type TestScreen } from "@mm-agent/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { KEY, startWindow } from "./window-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });
/** What is switched off, in this order, whatever ends mm. */
const RESTORED = /\x1b\[\?1006l[^]*\x1b\[\?1000l[^]*\x1b\[<u[^]*\x1b\[\?2004l[^]*\x1b\[\?1049l/;

describe("the terminal is itself again", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ])("after %s, in the middle of a turn", async (signal, code) => {
    const { screen, send } = await startWindow([{ text: "Working.", tools: [bash("sleep 20")] }]);
    send("go");
    await screen.waitFor(/‣ bash {2}sleep 20/);
    screen.kill(signal);
    expect(await screen.exited).toBe(code);
    expect(screen.raw()).toMatch(RESTORED);
    expect(screen.all().join("\n")).toContain("Working.");
  });

  it("after a plugin ended the process", async () => {
    const plugin = `export default {
  apiVersion: 1,
  name: "ender",
  tools: () => [{ name: "end", kind: "read", description: "ends", input: { type: "object", properties: {} },
    run: () => process.exit(0) }],
};`;
    const cwd = tempFolder("mm-window-");
    writeFileSync(join(cwd, "end.mjs"), plugin);
    writeFileSync(join(cwd, "config.yaml"), `plugins:\n  - use: ./end.mjs\n`);
    const { screen, send } = await startWindow([{ tools: [{ name: "end", input: {} }] }], {
      cwd,
      args: ["--yolo", "--config", "config.yaml"],
    });
    send("go");
    expect(await screen.exited).toBe(1);
    expect(screen.raw()).toMatch(RESTORED);
    expect(screen.all().join("\n")).toContain("the process was ended in the middle of the work");
  });

  it("while it is suspended, and the window's when it goes on", async () => {
    const cwd = tempFolder("mm-window-");
    writeFileSync(join(cwd, "model.json"), JSON.stringify({ turns: [{ text: "Hi." }] }));
    const screen = await shell(cwd);
    screen.type(`node "$MM" --provider scripted --model model.json --yolo\r`);
    await screen.waitFor(/@ scripted[^]*─{8}/);
    screen.type("a draft");
    await screen.waitFor(" a draft");
    screen.type(KEY.ctrl("z"));
    await screen.waitFor(/Stopped/);
    expect(screen.raw()).toMatch(RESTORED);
    const before = screen.raw().length;
    screen.type("fg\r");
    await screen.until(() => screen.raw().slice(before).includes("\x1b[?1049h"), "the window again");
    await screen.waitFor(/@ scripted[^]*a draft/);
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("Taken away");
    screen.type(KEY.ctrl("c"));
    await screen.waitFor(/\$ $/m);
  });
});

describe("nothing is left behind", () => {
  it("ends with SIGTERM while it is suspended, and draws nothing into the shell", async () => {
    const cwd = tempFolder("mm-window-");
    writeFileSync(join(cwd, "model.json"), JSON.stringify({ turns: [{ text: "Hi." }] }));
    const screen = await shell(cwd);
    screen.type(`node "$MM" --provider scripted --model model.json --yolo\r`);
    await screen.waitFor(/@ scripted[^]*─{8}/);
    screen.type(KEY.ctrl("z"));
    await screen.waitFor(/Stopped/);
    const before = screen.raw().length;
    screen.type("bg\r");
    await screen.until(() => screen.raw().slice(before).includes("&"), "the job in the background");
    await sleep(300);
    const [pid = ""] = readFileSync(`/proc/${screen.pid}/task/${screen.pid}/children`, "utf8").split(" ");
    screen.type("kill %1\r");
    await screen.until(() => !existsSync(`/proc/${pid}`), "the end of the job");
    screen.type("echo\r");
    await screen.waitFor("Terminated");
    expect(screen.raw().slice(before)).not.toMatch(/\x1b\[\?1049h|\x1b\[\?1000h/);
  });

  it("ends the editor it started, with the draft", async () => {
    const { screen, path } = await startWindow([], {
      env: { EDITOR: "./edit.sh" },
      files: { "edit.sh": `#!/bin/sh\necho "$$ $1" > editor\nexec sleep 30\n` },
      args: ["--mode", "ask"],
    });
    chmodSync(path("edit.sh"), 0o755);
    screen.type(KEY.ctrl("g"));
    const about = (): string[] =>
      existsSync(path("editor")) ? readFileSync(path("editor"), "utf8").split(/\s/) : [];
    await screen.until(() => about().length === 3, "the editor");
    const [pid, file] = about();
    screen.kill("SIGTERM");
    expect(await screen.exited).toBe(143);
    expect(existsSync(file!)).toBe(false);
    await screen.until(() => !existsSync(`/proc/${pid}`), "the end of the editor");
  });

  it("gives the terminal back after SIGHUP while it starts", async () => {
    const cwd = tempFolder("mm-window-");
    const plugin = `export default { apiVersion: 1, name: "slow", setup: () => new Promise(() => setInterval(() => {}, 1000)) };`;
    writeFileSync(join(cwd, "slow.mjs"), plugin);
    writeFileSync(join(cwd, "config.yaml"), `plugins:\n  - use: ./slow.mjs\n`);
    writeFileSync(join(cwd, "model.json"), JSON.stringify({ turns: [] }));
    const line = `stty -g > before; node "${MM_BIN}" --provider scripted --model model.json --line --config config.yaml`;
    const screen = await openScreen(["sh", "-c", `${line}; stty -g > after`], { cwd });
    onTestFinished(() => screen.close());
    await screen.until(() => existsSync(join(cwd, "before")), "the start");
    await sleep(900);
    const [pid = ""] = readFileSync(`/proc/${screen.pid}/task/${screen.pid}/children`, "utf8").split(" ");
    process.kill(Number(pid), "SIGHUP");
    await screen.exited;
    expect(readFileSync(join(cwd, "after"), "utf8")).toBe(readFileSync(join(cwd, "before"), "utf8"));
  });
});

async function shell(cwd: string): Promise<TestScreen> {
  const screen = await openScreen(["bash", "--norc", "-i"], { cwd, env: { MM: MM_BIN, PS1: "$ " } });
  onTestFinished(() => screen.close());
  await screen.waitFor("$ ");
  return screen;
}

/** The time that a process has used, in hundredths of a second; undefined where the system does not tell. */
function ticksOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}

describe("the window on any terminal", () => {
  it("holds in a storm of resizes, down to a few cells", async () => {
    const text = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");
    const { screen, send } = await startWindow([{ text }]);
    send("go");
    await screen.waitFor("word399");
    for (let at = 0; at < 20; at += 1) await screen.resize(at % 2 === 0 ? 12 : 100, at % 3 === 0 ? 5 : 30);
    await screen.resize(100, 30);
    await screen.waitFor("word399");
    screen.type("still here");
    await screen.waitFor("still here");
    // The last of the sizes may still be on its way to the process.
    await expect
      .poll(() => screen.lines()[0], { timeout: 5000 })
      .toMatch(/^mm \[go\] · model\.json @ scripted/);
    expect(screen.lines()).toHaveLength(30);
  });

  it("never breaks a row with wide and combining characters", async () => {
    const one = "日本語のテキスト 👩‍👩‍👧‍👦 e\u0301 \u202eabc 👍🏽 ";
    const odd = one.repeat(12);
    const { screen, send, footer } = await startWindow([
      { text: odd, tools: [bash(`echo '${one}'`)] },
      { text: "End." },
    ]);
    screen.type("日本語 👍🏽 ");
    send(odd);
    await screen.waitFor("End.");
    expect(footer()).toMatch(/yolo$/);
    expect(screen.lines()).toHaveLength(24);
    expect(screen.raw()).not.toContain("\u202e");
  });

  it("writes no colour with NO_COLOR", async () => {
    const { screen, send } = await startWindow([{ text: "**Bold** `code`\n\n```js\nconst a = 1;\n```" }], {
      env: { NO_COLOR: "1" },
    });
    send("go");
    await screen.waitFor("const a = 1;");
    expect(screen.raw().match(/\x1b\[(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;[\d;]*)m/g)).toBeNull();
  });

  it("shows what a plugin prints in the transcript", async () => {
    const plugin = `export default {
  apiVersion: 1,
  name: "noisy",
  tools: () => [{ name: "noise", kind: "read", description: "prints", input: { type: "object", properties: {} },
    run: () => { console.log("printed by a plugin\\x1b[2J"); return { text: "ok" }; } }],
};`;
    const cwd = tempFolder("mm-window-");
    writeFileSync(join(cwd, "noisy.mjs"), plugin);
    writeFileSync(join(cwd, "config.yaml"), `plugins:\n  - use: ./noisy.mjs\n`);
    const { screen, send, header } = await startWindow(
      [{ tools: [{ name: "noise", input: {} }] }, { text: "End." }],
      { cwd, args: ["--yolo", "--config", "config.yaml"] },
    );
    send("go");
    await screen.waitFor("printed by a plugin");
    await screen.waitFor("End.");
    expect(header()).toBe("mm [go] · model.json @ scripted");
  });

  it("scrolls with keys and wheel, and goes back to the end", async () => {
    const text = Array.from({ length: 80 }, (_, at) => `- row ${at}`).join("\n");
    const { screen, send } = await startWindow([{ text }]);
    send("go");
    await screen.waitFor("row 79");
    screen.type(KEY.pageUp);
    await screen.until(() => !screen.lines().join("\n").includes("row 79"), "an earlier page");
    await screen.waitFor("to the end");
    screen.type("\x1b[1;5H");
    await screen.waitFor("> go");
    screen.type("\x1b[1;5F");
    await screen.waitFor("row 79");
    for (let at = 0; at < 6; at += 1) screen.type("\x1b[<64;10;10M");
    await screen.until(() => !screen.lines().join("\n").includes("row 79"), "the wheel up");
    for (let at = 0; at < 30; at += 1) screen.type("\x1b[<65;10;10M");
    await screen.waitFor("row 79");
  });

  it("follows the end again when a search that ended there is closed", async () => {
    const text = Array.from({ length: 40 }, (_, at) => `- more ${at}`).join("\n");
    const { screen, send, idle } = await startWindow([{ text: "needle" }, { text }]);
    const stays = (): boolean => screen.lines().join("\n").includes("to the end");
    send("go");
    await screen.waitFor("needle");
    await idle();
    screen.type(KEY.ctrl("f"));
    screen.type("needle");
    await screen.waitFor("1/1");
    screen.type(KEY.escape);
    await screen.until(() => !stays() && !screen.lines().join("\n").includes("1/1"), "the end of the search");
    send("go on");
    await screen.waitFor("more 39");
    expect(stays()).toBe(false);
  });

  it("copies what is selected with the mouse through the terminal", async () => {
    const { screen, send } = await startWindow([{ text: "selectable text" }]);
    send("go");
    await screen.waitFor("selectable text");
    const row = screen.lines().findIndex((line) => line.includes("selectable text")) + 1;
    screen.type(`\x1b[<0;1;${row}M`);
    screen.type(`\x1b[<32;11;${row}M`);
    screen.type(`\x1b[<0;11;${row}m`);
    await screen.until(
      () => screen.raw().includes(`\x1b]52;c;${Buffer.from("selectable").toString("base64")}`),
      "the selection",
    );
  });

  it("unfolds and folds a call's output with a click and with a key", async () => {
    const { screen, send, idle } = await startWindow([
      { tools: [bash("seq -f 'row %g' 1 14")] },
      { text: "End." },
    ]);
    send("go");
    await screen.waitFor("End.");
    await idle();
    const shows = (): boolean => screen.lines().some((row) => row.trim() === "row 14");
    expect(shows()).toBe(false);
    const row = screen.lines().findIndex((line) => line.includes("‣ bash")) + 1;
    screen.type(`\x1b[<0;5;${row}M\x1b[<0;5;${row}m`);
    await screen.until(shows, "the whole output");
    screen.type(KEY.ctrl("o"));
    await screen.until(() => !shows(), "the folded output");
    screen.type("\x1bo");
    await screen.until(shows, "the whole output again");
  });

  it("uses no time while nothing happens", async () => {
    const { screen, send, idle } = await startWindow([{ text: "Hi." }]);
    send("go");
    await screen.waitFor("Hi.");
    await idle();
    await sleep(800);
    const before = screen.raw().length;
    const used = ticksOf(screen.pid);
    await sleep(900);
    expect(screen.raw().length).toBe(before);
    // Hundredths of a second; V8's own threads may take one.
    if (used !== undefined) expect((ticksOf(screen.pid) ?? 0) - used).toBeLessThanOrEqual(2);
  });
});
