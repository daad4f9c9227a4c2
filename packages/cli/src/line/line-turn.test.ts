/* oxlint-disable no-control-regex */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startLine } from "./line-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });
const ASK = ["--mode", "ask"];
const ARMED = "[a] allow once";

describe("questions", () => {
  it("are put before the call runs; a allows once, s for the session", async () => {
    const { screen, send, path } = await startLine(
      [
        { tools: [bash("echo one >> log")] },
        { tools: [bash("echo one >> log")] },
        { tools: [bash("echo one >> log")] },
        { text: "Done." },
      ],
      { args: ASK },
    );
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor(ARMED);
    expect(existsSync(path("log"))).toBe(false);
    const shown = screen.all().join("\n");
    expect(shown).toContain("🛠️  bash: echo one >> log\n🔐 bash needs permission (mode ask)");
    expect(shown).toContain("   s and p store the rule bash: echo one >> log\n");
    screen.type("a");
    await screen.until(
      () => screen.all().join("\n").split("needs permission").length === 3,
      "the second question",
    );
    await screen.waitFor(/Allowed once\.[^]*\[a\] allow once/);
    screen.type("s");
    await screen.waitFor("Done.");
    expect(readFileSync(path("log"), "utf8")).toBe("one\none\none\n");
    expect(screen.all().join("\n").split("needs permission")).toHaveLength(3);
    expect(screen.all().join("\n")).toContain("Allowed for this session.");
  });

  it("p stores the rule for the project: the next run does not ask", async () => {
    const turns = [{ tools: [bash("echo hi >> kept")] }, { text: "Done." }];
    const home = tempFolder("mm-home-");
    const first = await startLine(turns, { args: ASK, home });
    await first.screen.waitFor("ask >");
    first.send("go");
    await first.screen.waitFor(ARMED);
    first.screen.type("p");
    await first.screen.waitFor("Always allowed in this project.");
    await first.screen.waitFor("Done.");
    const second = await startLine(turns, { args: ASK, home, cwd: first.cwd });
    await second.screen.waitFor("ask >");
    second.send("go");
    await second.screen.waitFor("Done.");
    expect(second.screen.all().join("\n")).not.toContain("needs permission");
    expect(readFileSync(first.path("kept"), "utf8")).toBe("hi\nhi\n");
  });

  it("r rejects one of two calls of an answer; both get their result, in order", async () => {
    const { screen, send } = await startLine(
      [
        { tools: [bash("echo a"), bash("echo b > b")] },
        { expect: { result: "/^$|b|no output/" }, text: "Both came." },
      ],
      { args: ASK },
    );
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor(ARMED);
    screen.type("r");
    await screen.waitFor(/Rejected\.[^]*\[command rejected by the user\][^]*\[a\] allow once/);
    screen.type("a");
    await screen.waitFor("Both came.");
  });

  it("n rejects with a reason that the model gets", async () => {
    const { screen, send } = await startLine(
      [
        { tools: [bash("rm -rf build")] },
        { expect: { result: "/rejected by the user: use git clean/" }, text: "I see." },
      ],
      { args: ASK },
    );
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor(ARMED);
    screen.type("n");
    await screen.waitFor("why not? >");
    send("use git clean");
    await screen.waitFor("I see.");
    expect(screen.all().join("\n")).toContain("Rejected. use git clean");
  });

  it("are not answered by keys that were typed before they could be read; those go to the prompt", async () => {
    const { screen, send, path } = await startLine([{ tools: [bash("touch ran")] }, { text: "Done." }], {
      args: ASK,
    });
    await screen.waitFor("ask >");
    screen.type(`go${KEY.enter}aaaa`);
    await screen.waitFor("needs permission");
    screen.type("ss");
    await screen.waitFor(ARMED);
    expect(existsSync(path("ran"))).toBe(false);
    send("r");
    await screen.waitFor("Done.");
    await screen.waitFor("ask > aaaass");
    expect(existsSync(path("ran"))).toBe(false);
  });

  it("are answered by a cancel", async () => {
    const { screen, send, path } = await startLine(
      [{ tools: [bash("touch x"), bash("touch y")] }, { text: "Next." }],
      { args: ASK },
    );
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor(ARMED);
    screen.type(KEY.escape);
    await screen.waitFor("Cancelled.");
    await screen.waitFor(/\nask >/);
    send("again");
    await screen.waitFor("Next.");
    expect(existsSync(path("x")) || existsSync(path("y"))).toBe(false);
    expect(screen.all().join("\n").split("needs permission")).toHaveLength(2);
  });

  it("ring the bell, or send what notify says", async () => {
    const ring = await startLine([{ tools: [bash("true")] }], { args: ASK });
    await ring.screen.waitFor("ask >");
    ring.send("go");
    await ring.screen.waitFor(ARMED);
    expect(ring.screen.raw()).toContain("\u0007");
    writeFileSync(ring.path("c.yaml"), "notify: osc777\n");
    const osc = await startLine([{ tools: [bash("true")] }], {
      args: [...ASK, "--config", ring.path("c.yaml")],
    });
    await osc.screen.waitFor("ask >");
    osc.send("go");
    await osc.screen.waitFor(ARMED);
    expect(osc.screen.raw()).toContain("\u001b]777;notify;mm;bash needs permission\u0007");
  });
});

describe("while a turn runs", () => {
  it("Escape cancels it and leaves no process; twice is one clean stop", async () => {
    const { screen, send, path } = await startLine([
      { tools: [bash("echo $$ > pid; sleep 99")] },
      { text: "Next answer." },
    ]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.until(
      () => existsSync(path("pid")) && readFileSync(path("pid"), "utf8") !== "",
      "the command",
    );
    screen.type("\u001b\u001b");
    await screen.waitFor("[error: cancelled]");
    await screen.waitFor("Cancelled.");
    await screen.waitFor(/\nyolo >/);
    const pid = Number(readFileSync(path("pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow();
    send("more");
    await screen.waitFor("Next answer.");
  });

  it("Enter cancels and asks; what was typed meanwhile is shown and sent", async () => {
    const { screen, send } = await startLine([
      { tools: [bash("sleep 99")] },
      { expect: { user: "/^something else$/" }, text: "The other thing." },
    ]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    screen.type("something else");
    await screen.waitFor("> something else▏");
    screen.type(KEY.enter);
    await screen.waitFor("The other thing.");
    const shown = screen.all().join("\n");
    expect(shown).toContain("Cancelled.");
    expect(shown).toContain("\n> something else\n");
  });

  it("Alt-Enter steers: the message joins the next request", async () => {
    const { screen, send } = await startLine([
      { tools: [bash("sleep 1; echo slept")] },
      { expect: { user: "/^and hurry$/" }, text: "Hurrying." },
    ]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    screen.type(`and hurry${KEY.altEnter}`);
    await screen.waitFor("1 waiting");
    await screen.waitFor("↳ and hurry");
    await screen.waitFor("Hurrying.");
    expect(screen.all().join("\n")).not.toContain("Cancelled.");
  });

  it("whileRunning: steer swaps the two", async () => {
    const { screen, send } = await startLine(
      [{ tools: [bash("sleep 1")] }, { expect: { user: "/^and hurry$/" }, text: "Hurrying." }],
      { args: ["--yolo", "--config", "c.yaml"], files: { "c.yaml": "whileRunning: steer\n" } },
    );
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    send("and hurry");
    await screen.waitFor("Hurrying.");
  });

  it("a message that the turn does not take up comes back to the prompt", async () => {
    const { screen, send } = await startLine([{ tools: [bash("sleep 99")] }]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    screen.type(`note this${KEY.altEnter}`);
    await screen.waitFor("1 waiting");
    screen.type("draft");
    await screen.waitFor("> draft▏");
    screen.type(KEY.escape);
    await screen.waitFor(/yolo > note this\n\s*\n\s+draft/);
  });

  it("tells the terminal when a turn of more than ten seconds has ended", async () => {
    const { screen, send } = await startLine([{ tools: [bash("sleep 10.1")] }, { text: "Slept." }]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor(/Slept\.[^]*yolo >/, 25_000);
    await screen.until(() => screen.raw().includes("\u0007"), "the bell");
  });

  it("a second Ctrl-C within two seconds leaves, with the terminal restored", async () => {
    const { screen, send } = await startLine([{ tools: [bash("trap '' INT TERM; sleep 99")] }]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    screen.type(KEY.ctrl("c"));
    screen.type(KEY.ctrl("c"));
    expect(await screen.exited).toBe(130);
    expect(screen.raw()).toMatch(/\u001b\[<u\u001b\[\?2004l$/);
  });
});
