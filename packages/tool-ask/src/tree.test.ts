import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agentPath } from "./events/meta.js";
import { processesWith, until } from "./fixtures/processes.js";
import { call, plantTree, type Root } from "./fixtures/tree.js";

const ask = (agent: string, more: object = {}): object =>
  call("ask_agent", { agent, prompt: "do it", ...more });
const said = ({ updates }: Root): string =>
  updates
    .flatMap((update) =>
      update.sessionUpdate === "agent_message_chunk" &&
      update.content.type === "text" &&
      agentPath(update).length === 0
        ? [update.content.text]
        : [],
    )
    .join("");
const titles = ({ updates }: Root): string[] =>
  updates.flatMap((update) => (update.sessionUpdate === "tool_call" ? [update.title ?? ""] : []));

const writing = (file: string) => ({
  root: [ask("coder"), { text: "Done: {{result}}" }],
  coder: [ask("deep"), { text: "coder got: {{result}}" }],
  deep: [call("bash", { command: `echo hi > ${file}` }), { text: "deep got: {{result}}" }],
});

describe("a question at the second level", () => {
  it("is answered at the root, where it shows the path of agents", { timeout: 60_000 }, async () => {
    const tree = plantTree(writing("made"));
    const root = await tree.root(() => "once", ["--no-yolo"]);
    expect(await root.prompt()).toBe("end_turn");
    expect(root.questions.map(({ toolCall }) => [toolCall.title, agentPath(toolCall)])).toEqual([
      [expect.stringMatching(/^ask_agent: coder \(scripted\/.*coder\.json\) — do it$/), []],
      [expect.stringMatching(/^coder · deep \(scripted\/.*deep\.json\) — do it$/), ["coder"]],
      ["coder · deep · echo hi > made", ["coder", "deep"]],
    ]);
    expect(root.questions[2]?.options.map(({ optionId }) => optionId)).toEqual([
      "once",
      "session",
      "project",
      "reject",
      "reject_session",
    ]);
    expect(existsSync(tree.path("made"))).toBe(true);
    expect(said(root)).toBe("Done: coder got: deep got:");
    expect(titles(root)).toHaveLength(3);
  });

  it("is rejected there, with the reason, when nobody can be asked", { timeout: 60_000 }, async () => {
    const tree = plantTree(writing("made"));
    const run = await tree.mm(["-p", "go", "--no-yolo", "--allow", "ask_agent"]);
    expect(run.stdout).toBe("Done: coder got: [ask_agent rejected by the user: nobody can be asked here]\n");
    const asked = await tree.mm(["--ask", "coder", "go", "--no-yolo"]);
    expect(asked).toMatchObject({
      code: 0,
      stdout: "coder got: [ask_agent rejected by the user: nobody can be asked here]\n",
    });
    expect(existsSync(tree.path("made"))).toBe(false);
  });

  it("is asked once when the answer is for the session", { timeout: 60_000 }, async () => {
    const again = { ...call("bash", { command: "echo hi > made" }), loop: true };
    const tree = plantTree({
      root: [ask("coder"), ask("coder"), { text: "Done." }],
      coder: [call("bash", { command: "echo hi > made" }), { text: "one" }, again],
      config: { permissions: { ask_agent: "allow" }, maxTurns: 3 },
    });
    const root = await tree.root(() => "session", ["--no-yolo"]);
    expect(await root.prompt()).toBe("end_turn");
    expect(root.questions).toHaveLength(1);
  });

  it("runs without one under yolo, and never past a denial of the root", { timeout: 60_000 }, async () => {
    const tree = plantTree(writing("made"));
    const run = await tree.mm(["-p", "go", "--deny", "bash:echo *"]);
    expect(run.stdout).toBe("Done: coder got: deep got: [bash denied by rule echo *]\n");
    expect((await tree.mm(["-p", "go"])).stdout).toBe("Done: coder got: deep got:\n");
    expect(existsSync(tree.path("made"))).toBe(true);
  });
});

describe("the whole tree", () => {
  const sleeping = {
    root: [ask("coder"), { text: "Done: {{result}}", loop: true }],
    coder: [ask("deep"), { text: "never" }],
    deep: [call("bash", { command: "echo begun; sleep 600" }), { text: "never" }],
  };
  const sleeps = (mark: string): boolean => processesWith(mark).some((line) => line.endsWith(" sleep 600"));

  it("stops within two seconds of a cancel", { timeout: 60_000 }, async () => {
    const tree = plantTree(sleeping);
    const root = await tree.root(() => "once");
    const prompt = root.prompt();
    await until(() => sleeps(tree.mark), "the command runs");
    const began = performance.now();
    root.session.cancel();
    expect(await prompt).toBe("cancelled");
    expect(performance.now() - began).toBeLessThan(2000);
    await until(() => !sleeps(tree.mark), "the command ends");
  });

  it("stops at once while a question of the second level waits", { timeout: 60_000 }, async () => {
    const tree = plantTree({ ...writing("made"), config: { permissions: { ask_agent: "allow" } } });
    const root = await tree.root(() => new Promise(() => {}), ["--no-yolo"]);
    const prompt = root.prompt();
    await until(() => root.questions.length > 0, "it asks");
    expect(root.questions.map(({ toolCall }) => agentPath(toolCall))).toEqual([["coder", "deep"]]);
    const began = performance.now();
    root.session.cancel();
    expect(await prompt).toBe("cancelled");
    expect(performance.now() - began).toBeLessThan(2000);
    expect(existsSync(tree.path("made"))).toBe(false);
  });

  it("ends the turn of the root when an agent is slower than the watchdog", { timeout: 60_000 }, async () => {
    const tree = plantTree({
      root: [ask("coder"), { text: "never" }],
      coder: [{ delayMs: 60_000, text: "late" }],
      config: { watchdogTimeout: 2 },
      coderConfig: { watchdogTimeout: 300 },
    });
    expect(await tree.mm(["-p", "go"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(
        "mm: [error: coder: no sign of life for 2 s (watchdogTimeout) — turn stopped; ask again, raise watchdogTimeout, or try another agent]",
      ) as string,
    });
  });

  it("takes eight questions in one answer", { timeout: 60_000 }, async () => {
    const input = (at: number) => ({ agent: "coder", prompt: `task ${at}` });
    const calls = Array.from({ length: 8 }, (_, at) => ({ name: "ask_agent", input: input(at) }));
    const tree = plantTree({
      root: [{ tools: calls }, { text: "{{result:1}} {{result:8}}" }],
      coder: [{ delayMs: 100, text: "ok", loop: true }],
    });
    expect(await tree.mm(["-p", "go"])).toMatchObject({ code: 0, stdout: "ok ok\n" });
  });

  it("goes with a root that is killed", { timeout: 60_000 }, async () => {
    const tree = plantTree(sleeping);
    const root = await tree.root(() => "once");
    root.prompt().catch(() => {});
    await until(() => sleeps(tree.mark), "the command runs");
    process.kill(root.process.pid ?? 0, "SIGKILL");
    await until(() => processesWith(tree.mark).length === 0, "everything ends");
  });

  it(
    "goes on when an agent is killed in the middle, and the root hears of it",
    { timeout: 60_000 },
    async () => {
      const tree = plantTree(sleeping);
      const root = await tree.root(() => "once");
      const prompt = root.prompt();
      await until(() => sleeps(tree.mark), "the command runs");
      const line = processesWith(tree.mark).find((found) => found.includes("coder.yaml"));
      process.kill(Number.parseInt(line ?? "", 10), "SIGKILL");
      expect(await prompt).toBe("end_turn");
      expect(said(root)).toBe("Done: [ask_agent: coder failed: its process was ended by SIGKILL]");
    },
  );

  it("is two levels deep and no more", { timeout: 60_000 }, async () => {
    const tree = plantTree({
      root: [ask("coder"), { text: "{{result}}" }],
      coder: [ask("deep"), { text: "coder: {{result}}" }],
      deep: [ask("coder"), { text: "deep: {{result}}" }],
    });
    const run = await tree.mm(["-p", "go"]);
    expect(run.stdout).toBe(
      "coder: deep: [ask_agent: agents ask agents at most 2 levels deep (MM_ASK_DEPTH) — do this yourself with your own tools]\n",
    );
  });
});

describe("mm --ask", () => {
  it("answers on stdout, with the exit codes of -p", { timeout: 60_000 }, async () => {
    const tree = plantTree({
      root: [],
      coder: [{ text: "Hello.", repeat: 1 }],
    });
    expect(await tree.mm(["--ask", "coder", "hello"])).toMatchObject({
      code: 0,
      stdout: "Hello.\n",
      stderr: "",
    });
    expect(await tree.mm(["--ask", "coder"], { input: "piped" })).toMatchObject({
      code: 0,
      stdout: "Hello.\n",
    });
    expect(await tree.mm(["--ask", "nobody", "x"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: 'mm: [ask_agent: unknown agent "nobody" — agents: coder]\n',
    });
    expect(await tree.mm(["--ask", "coder"])).toMatchObject({ code: 2, stdout: "" });
    const json = await tree.mm(["--ask", "coder", "hello", "--output-format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ text: "Hello.", reason: "done", exitCode: 0, calls: [] });
    const endless = plantTree({
      root: [],
      coder: [{ ...call("bash", { command: "true" }), loop: true }],
      coderConfig: { maxTurns: 1 },
    });
    expect(await endless.mm(["--ask", "coder", "tools"])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        "mm: [ask_agent: coder stopped before finishing: it reached the limit of its turn]",
      ) as string,
    });
    const bad = plantTree({ root: [], coder: [{ error: { class: "auth", message: "no key" } }] });
    expect(await bad.mm(["--ask", "coder", "x"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("mm: [ask_agent: coder failed: ") as string,
    });
  });

  it("carries events with the path of agents", { timeout: 60_000 }, async () => {
    const tree = plantTree({
      root: [],
      coder: [ask("deep"), { text: "coder" }],
      deep: [call("bash", { command: "true" }), { text: "deep" }],
    });
    const { stdout } = await tree.mm(["--ask", "coder", "x", "--output-format", "stream-json"]);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; agent?: string[]; seq: number });
    expect(events.filter(({ type }) => type === "tool.planned").map(({ agent }) => agent ?? [])).toEqual([
      [],
      ["coder"],
      ["coder", "deep"],
    ]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(events.at(-1)).toMatchObject({ type: "turn.end", reason: "done" });
  });
});

describe("/ask", () => {
  it("streams the answer, and the exchange joins the history", { timeout: 60_000 }, async () => {
    const tree = plantTree({
      root: [{ expect: "What now?", text: "I know." }],
      coder: [{ thought: "hm", text: "Use a map." }],
    });
    const root = await tree.root(() => "once", ["--no-yolo"]);
    await root.prompt("/ask coder How?");
    expect(root.questions).toEqual([]);
    expect(root.updates.map((update) => agentPath(update)).filter((path) => path.length > 0)).toEqual([
      ["coder"],
      ["coder"],
    ]);
    expect(titles(root)).toEqual([expect.stringMatching(/^ask_agent: coder \(scripted\/.*\) — How\?$/)]);
    await root.prompt("What now?");
    expect(said(root)).toBe("I know.");
    await root.prompt("/ask nobody x");
    await root.prompt("/ask");
    expect(said(root)).toMatch(/Agents:\n {2}coder \(scripted\/.*\) — Writes code\.\n/);
    const { stdout } = await tree.mm(["sessions", "export", "--format", "md"]);
    expect(stdout).toContain("/ask coder How?");
    expect(stdout).toContain("Use a map.");
    // What the agent itself does is no conversation of this folder.
    expect((await tree.mm(["sessions", "list"])).stdout.trim().split("\n")).toHaveLength(1);
  });
});
