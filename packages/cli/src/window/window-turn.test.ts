import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { startFront } from "../interactive/front-kit.js";
import { KEY, startWindow } from "./window-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });

describe("a turn in the window", () => {
  it("shows question, answer, calls and recap between header and footer, and leaves them to the shell", async () => {
    const cwd = tempFolder("mm-window-");
    execFileSync("git", ["init", "-q", "-b", "trunk"], { cwd });
    const turns = [
      { text: "Let me **look**.", tools: [bash("echo hello from here")] },
      { text: "All is well.\n\n```js\nconst one = 1;\n```" },
    ];
    const { screen, send, header, footer, idle } = await startWindow(turns, { cwd });
    expect(header()).toBe("mm · model.json @ scripted");
    expect(footer()).toMatch(/mm-window-\w+ · trunk +yolo$/);
    send("is it well?");
    await screen.waitFor("All is well.");
    await screen.waitFor("1 command(s)");
    await idle();
    const text = screen.lines().join("\n");
    expect(text).toContain("> is it well?");
    expect(screen.lines()[1]).toBe("");
    expect(text).toContain("Let me look.");
    expect(text).toMatch(/‣ bash {2}echo hello from here {2}✓/);
    expect(text).toContain("hello from here");
    expect(text).toContain("const one = 1;");
    screen.type(KEY.ctrl("d"));
    expect(await screen.exited).toBe(0);
    // The alternate screen is left and the end of the conversation stands in the shell's own.
    expect(screen.raw()).toContain("\x1b[?1049l");
    expect(screen.all().join("\n")).toContain("All is well.");
    expect(screen.all().join("\n")).not.toContain("@ scripted");
    expect(screen.all().join("\n")).toMatch(/ s *\n *\nmm --continue goes on with this conversation/);
  });

  it("takes a prompt from the command line and goes on with a session", async () => {
    const home = tempFolder("mm-home-");
    const first = await startWindow([{ text: "First answer." }], {
      home,
      args: ["--yolo", "say it"],
    });
    await first.screen.waitFor(/First answer\.\s+\d+\.\d s/);
    await first.idle();
    first.screen.type(KEY.ctrl("d"));
    await first.screen.exited;
    const { cwd } = first;
    const second = await startWindow([{ text: "Second answer." }], {
      cwd,
      home,
      args: ["--yolo", "--continue"],
    });
    await second.screen.waitFor("First answer.");
    second.send("and now?");
    await second.screen.waitFor(/Second answer\.\s+\d+\.\d s/);
    await second.idle();
    second.screen.type(KEY.ctrl("d"));
    await second.screen.exited;
    const third = await startWindow([], { cwd, home, args: ["--resume"] });
    await third.screen.waitFor("Sessions");
    await third.screen.waitFor(/say it.*2 prompts/);
    third.screen.type(KEY.enter);
    await third.screen.waitFor(/> and now\?[^]*Second answer/);
  });

  it("cancels with Esc and gives back what was not sent", async () => {
    const turns = [{ text: "Working.", tools: [bash("sleep 20")] }, { text: "never" }];
    const { screen, send, draft, footer } = await startWindow(turns);
    send("go");
    await screen.waitFor(/‣ bash {2}sleep 20/);
    const above = (mark: RegExp): string | undefined =>
      screen.lines()[screen.lines().findLastIndex((row) => mark.test(row)) - 1]?.trim();
    expect(above(/Esc cancels/)).toBe("");
    screen.type("take this in");
    screen.type(KEY.altEnter);
    await screen.waitFor("⏳ take this in");
    expect(above(/⏳/)).toBe("");
    expect(footer()).toContain("1 waiting");
    screen.type("and a draft");
    screen.type(KEY.escape);
    await screen.until(() => draft() === "take this in\n\nand a draft", "the draft");
    await screen.until(() => !screen.lines().join("\n").includes("Esc cancels"), "the end of the turn");
  });

  it("steers with Alt-Enter; Enter cancels and asks instead", async () => {
    const turns = [
      { text: "One.", tools: [bash("sleep 1")] },
      { expect: { user: "steered" }, text: "Two.", tools: [bash("sleep 20")] },
      { text: "Three." },
    ];
    const { screen, send } = await startWindow(turns);
    send("go");
    await screen.waitFor(/‣ bash {2}sleep 1/);
    screen.type("steered");
    screen.type(KEY.altEnter);
    await screen.waitFor("Two.");
    await screen.waitFor(/‣ bash {2}sleep 20/);
    send("instead");
    await screen.waitFor("Three.");
    expect(screen.lines().join("\n")).toContain("> instead");
  });

  it("runs a line with ! itself, a slash command, and keeps an unknown one", async () => {
    const { screen, send, draft, footer } = await startWindow([]);
    send("!echo run by me");
    await screen.waitFor("> !echo run by me");
    await screen.waitFor(/‣ bash {2}echo run by me {2}✓/);
    send("/mode plan ");
    await screen.until(() => footer().endsWith("plan"), "the mode");
    send("/nosuch thing");
    await screen.until(() => draft() === "/nosuch thing", "the line to be mended");
    expect(screen.lines().join("\n")).toMatch(/unknown|no command/i);
  });

  it("leaves with Ctrl-C twice, keeping a draft first", async () => {
    const { screen, draft } = await startWindow([]);
    screen.type("a draft");
    await screen.until(() => draft() === "a draft", "the draft");
    screen.type(KEY.ctrl("c"));
    await screen.waitFor("Taken away");
    screen.type(KEY.up);
    await screen.until(() => draft() === "a draft", "the draft again");
    screen.type(KEY.ctrl("c"));
    await screen.until(() => draft() === "", "no draft");
    screen.type(KEY.ctrl("c"));
    expect(await screen.exited).toBe(0);
  });

  it("cycles the mode with Shift-Tab and tells it in the footer", async () => {
    const { screen, footer } = await startWindow([], { args: [] });
    expect(footer()).toMatch(/yolo$/);
    for (const mode of ["plan", "ask", "edits", "yolo"]) {
      screen.type(KEY.shiftTab);
      await screen.until(() => footer().endsWith(mode), `the mode ${mode}`);
    }
  });

  it("asks whether a folder's own settings count", async () => {
    const files = { ".mm/config.yaml": "maxTurns: 3\nwatchdogTimeout: 9\n" };
    const front = await startFront([{ text: "Hi." }], { files });
    const { screen } = front;
    await screen.waitFor("This folder brings settings of its own.");
    await screen.waitFor("1. Trust this folder");
    // What comes before it can be read answers nothing.
    screen.type("2 typed ahead\r");
    await screen.waitFor("2 typed ahead");
    await sleep(600);
    screen.type("\x1b[A\r");
    await screen.until(
      () => !screen.all().join("\n").includes("Trust this folder"),
      "the end of the question",
    );
    await screen.waitFor("Hi.");
    expect(screen.all().join("\n")).toContain("> 2 typed ahead");
    expect(screen.all().join("\n")).not.toContain("is not trusted");
  });
});
