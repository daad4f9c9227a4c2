import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { KEY, startWindow } from "./window-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });
const args = ["--mode", "ask"];
/** The choices stand there at once and answer only after the quiet time. */
const armed = (screen: { lines(): string[] }): boolean =>
  screen.lines().some((row) => row.includes("[a] allow once"));

describe("the permission box", () => {
  it("shows the command and the rule, and runs it once with a", async () => {
    const { screen, send, path } = await startWindow(
      [{ text: "ok", tools: [bash("echo made > made.txt")] }, { text: "Done." }],
      { args },
    );
    send("go");
    await screen.waitFor("🔐 bash needs permission (mode ask)");
    const text = screen.lines().join("\n");
    expect(text).toContain("echo made > made.txt");
    expect(text).toMatch(/s and p store the rules?/);
    expect(text).toContain("[p] always for this project");
    expect(text).toContain("[n] never ask again in this session");
    await sleep(600);
    screen.type("a");
    await screen.waitFor("Done.");
    expect(readFileSync(path("made.txt"), "utf8")).toBe("made\n");
    expect(screen.lines().join("\n")).not.toContain("needs permission");
  });

  it("rejects with r; n is not asked again in this session", async () => {
    const { screen, send, path } = await startWindow(
      [
        { tools: [bash("touch one")] },
        { text: "After r.", tools: [bash("touch two")] },
        { text: "After n.", tools: [bash("touch two")] },
        { text: "End." },
      ],
      { args },
    );
    send("go");
    await screen.until(() => armed(screen), "the question");
    await sleep(600);
    screen.type("r");
    await screen.waitFor("After r.");
    await screen.until(() => armed(screen), "the second question");
    await sleep(600);
    screen.type("n");
    await screen.waitFor("End.");
    expect(existsSync(path("one")) || existsSync(path("two"))).toBe(false);
  });

  it("takes what was typed before it could be read for the editor", async () => {
    const { screen, send, draft, path } = await startWindow(
      [{ tools: [bash("touch made")], delayMs: 300 }, { text: "Done." }],
      { args },
    );
    send("go");
    for (let at = 0; at < 20 && !armed(screen); at += 1) {
      screen.type("a");
      await sleep(60);
    }
    await screen.until(() => armed(screen), "the question");
    screen.type("a");
    await sleep(200);
    expect(draft()).toMatch(/^a+$/);
    expect(existsSync(path("made"))).toBe(false);
    // Several characters at once are no answer either.
    await sleep(500);
    screen.type("as well");
    await screen.until(() => draft().endsWith("as well"), "the text in the editor");
    await sleep(600);
    screen.type("a");
    await screen.waitFor("Done.");
    expect(existsSync(path("made"))).toBe(true);
  });

  it("rejects with the typed text as the reason on Enter", async () => {
    const { screen, send, draft, path } = await startWindow(
      [
        { tools: [bash("touch made")] },
        { expect: { result: "[command rejected by the user: use printf instead]" }, text: "As you like." },
      ],
      { args },
    );
    send("go");
    await screen.until(() => armed(screen), "the question");
    await sleep(600);
    screen.type("use printf instead");
    await screen.waitFor("[Enter] reject with what you typed");
    await sleep(600);
    screen.type(KEY.enter);
    await screen.waitFor("As you like.");
    expect(draft()).toBe("");
    expect(existsSync(path("made"))).toBe(false);
  });

  it("is answered by cancel when the turn is cancelled", async () => {
    const { screen, send, path } = await startWindow([{ tools: [bash("touch made")] }], { args });
    send("go");
    await screen.until(() => armed(screen), "the question");
    screen.type(KEY.escape);
    await screen.until(() => !armed(screen), "the end of the question");
    await screen.until(() => !screen.lines().join("\n").includes("Esc cancels"), "the end of the turn");
    expect(existsSync(path("made"))).toBe(false);
  });

  it("writes hidden characters out and shows a long change in full, scrolled", async () => {
    const content = Array.from({ length: 60 }, (_, at) => `row ${at}`).join("\n");
    const { screen, send, path } = await startWindow(
      [
        { tools: [{ name: "write_file", input: { path: "long.txt", content: `${content}\n` } }] },
        { tools: [bash("echo a\u202eb")] },
        { text: "Done." },
      ],
      { args, rows: 24 },
    );
    send("go");
    await screen.waitFor("1 + row 0");
    expect(screen.lines().join("\n")).toContain("more rows");
    screen.type("\x1b[F");
    await screen.waitFor("60 + row 59");
    await sleep(600);
    screen.type("a");
    await screen.waitFor(String.raw`echo a\u202eb`);
    expect(existsSync(path("long.txt"))).toBe(true);
    await sleep(600);
    screen.type("r");
    await screen.waitFor("Done.");
  });

  it("shows one question at a time", async () => {
    const { screen, send } = await startWindow(
      [{ tools: [bash("touch one"), bash("touch two")] }, { text: "Done." }],
      { args },
    );
    send("go");
    for (const name of ["one", "two"]) {
      await screen.waitFor(`touch ${name}`);
      await screen.until(() => armed(screen), "the question");
      expect(screen.lines().filter((row) => row.includes("needs permission"))).toHaveLength(1);
      await sleep(600);
      screen.type("a");
      await screen.until(() => !armed(screen) || name === "one", "the answer");
    }
    await screen.waitFor("Done.");
  });

  it.each([
    ["a dialog", "\x1bOQ", "Settings"],
    ["the search", KEY.ctrl("f"), "Shift-Enter"],
  ])("waits behind %s that stands open", async (_what, key, text) => {
    const { screen, send, path } = await startWindow(
      [{ delayMs: 700, tools: [bash("touch made")] }, { text: "Done." }],
      { args },
    );
    send("go");
    await screen.waitFor("Esc cancels");
    screen.type(key);
    await screen.waitFor(new RegExp(text));
    await screen.waitFor("needs permission");
    await sleep(600);
    screen.type("a");
    await sleep(300);
    expect(existsSync(path("made"))).toBe(false);
    screen.type(KEY.escape);
    await screen.until(() => !new RegExp(text).test(screen.lines().join("\n")), "the end of the dialog");
    expect(existsSync(path("made"))).toBe(false);
    await sleep(700);
    screen.type("a");
    await screen.waitFor("Done.");
    expect(existsSync(path("made"))).toBe(true);
  });

  it("names the asked agent that asks, in the box and in the header", async () => {
    const reviewer = [{ text: "Looking.", tools: [bash("touch made")] }, { text: "All fine." }];
    const ask = { name: "ask_agent", input: { agent: "reviewer", prompt: "Review it." } };
    const { screen, send, header, path } = await startWindow(
      [{ tools: [ask] }, { text: "The reviewer is content." }],
      {
        args: ["--mode", "ask", "--allow", "ask_agent", "--config", "c.yaml"],
        files: {
          "c.yaml": "mmConfigs:\n  reviewer: {config: reviewer.yaml, description: reviews}\n",
          "reviewer.yaml": "provider: scripted\nmodel: reviewer.json\nacp: {title: Critic}\n",
          "reviewer.json": JSON.stringify({ turns: reviewer }),
        },
      },
    );
    send("go");
    await screen.waitFor("🔐 reviewer · bash needs permission");
    expect(header()).toBe("mm [Critic] · reviewer.json @ scripted · asked by mm");
    await sleep(600);
    screen.type("a");
    await screen.waitFor("The reviewer is content.");
    expect(existsSync(path("made"))).toBe(true);
    expect(header()).toBe("mm [go] · model.json @ scripted");
  });
});
