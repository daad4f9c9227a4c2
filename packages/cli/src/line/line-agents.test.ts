import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startLine } from "./line-kit.js";

const ask = (prompt: string): unknown => ({
  tools: [{ name: "ask_agent", input: { agent: "coder", prompt } }],
});

/** Line mode with an agent to ask, whose turns are given. */
async function startWithAgent(root: readonly unknown[], coder: readonly unknown[], args = ["--yolo"]) {
  const cwd = tempFolder("mm-line-agents-");
  const files = {
    "coder.json": JSON.stringify({ turns: coder }),
    "coder.yaml": `provider: scripted\nmodel: ${join(cwd, "coder.json")}\n`,
    "mm.yaml": "mmConfigs:\n  coder: {config: coder.yaml, description: Writes code.}\n",
  };
  return startLine(root, { cwd, files, args: ["--config", "mm.yaml", ...args], cols: 120 });
}

describe("an asked agent in line mode", () => {
  it("shows what it says and calls as it comes, and its answer once", async () => {
    const { screen, send } = await startWithAgent(
      [ask("Name the file\nand more"), { text: "It said: {{result}}" }],
      [
        { text: "I look first.", tools: [{ name: "bash", input: { command: "sleep 2; echo seen" } }] },
        { text: "The answer is **x**." },
      ],
    );
    await screen.waitFor("yolo >");
    send("go");
    // Before the agent is done.
    await screen.waitFor("bash: coder · sleep 2; echo seen");
    expect(screen.all().join("\n")).toMatch(
      /🗣 ask_agent: coder \(scripted\/\S+coder\.json\) — Name the file\n {3}I look first\.\n/,
    );
    await screen.waitFor("🗣 1 agent(s) asked");
    const shown = screen.all();
    expect(shown.filter((row) => row.includes("The answer is"))).toEqual([
      "   The answer is x.",
      "It said: The answer is x.",
    ]);
  });

  it("says who speaks first when several are asked", async () => {
    const tasks = ["one", "two"].map((prompt) => ({ agent: "coder", prompt }));
    const { screen, send } = await startWithAgent(
      [{ tools: [{ name: "ask_agent", input: { tasks } }] }, { text: "Fine." }],
      [{ text: "Done.", loop: true }],
    );
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Fine.");
    expect(screen.all().join("\n")).toMatch(
      /🗣 ask_agent: 2 tasks: coder, coder\n {3}coder(?: 2)?:\n {3}Done\.\n {3}coder(?: 2)?:\n {3}Done\.\n/,
    );
  });

  it("is not asked by the person either where the mode or a rule denies it", async () => {
    const { screen, send } = await startWithAgent(
      [],
      [{ text: "never" }],
      ["--yolo", "--deny", "ask_agent:cod*"],
    );
    await screen.waitFor("yolo >");
    send("/ask coder x");
    await screen.waitFor("[ask_agent denied by rule cod*]");
    send("/mode plan");
    await screen.waitFor("plan >");
    send("/ask other x");
    await screen.waitFor("[ask_agent denied by plan mode: it only reads, searches, fetches and thinks]");
  });

  it("asks the person, with the agent's name, and stops with Esc", async () => {
    const command = { name: "bash", input: { command: "touch made" } };
    const { screen, send, path } = await startWithAgent(
      [ask("go"), { text: "Fine." }, ask("again"), { text: "never" }],
      [
        { tools: [command] },
        { text: "ok" },
        { text: "working", tools: [{ name: "bash", input: { command: "sleep 600" } }] },
      ],
      ["--no-yolo", "--allow", "ask_agent", "--allow", "bash:sleep *"],
    );
    await screen.waitFor("ask >");
    send("go");
    await screen.waitFor("🔐 coder · bash needs permission (mode ask)");
    await screen.waitFor("[a] allow once");
    screen.type("a");
    await screen.waitFor("Fine.");
    expect(existsSync(path("made"))).toBe(true);
    await screen.waitFor(/Fine\.[^]*ask >/);
    send("again");
    await screen.waitFor("🔐 coder · bash needs permission");
    screen.type(KEY.escape);
    await screen.waitFor("Cancelled.");
  });

  it("is asked by the person with /ask, and the exchange joins the history", async () => {
    const { screen, send } = await startWithAgent(
      [{ expect: { user: "/^next$/" }, text: "I read it." }],
      [{ text: "Use a map." }],
    );
    await screen.waitFor("yolo >");
    send("/ask coder How?");
    await screen.waitFor(/🗣 ask_agent: coder \(\S+\) — How\?\n {3}Use a map\./);
    send("next");
    await screen.waitFor(/I read it\.\n\n[^\n]* s\n\nyolo >/);
    send("/ask coda x");
    await screen.waitFor('[ask_agent: unknown agent "coda" — agents: coder]');
  });
});
