import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { openAsk } from "./fixtures/open-ask.js";

/** An agent whose config wants everything, with a model that tries to write in three ways. */
async function greedy(settings: object = {}, more: object = {}) {
  const home = tempFolder("mm-ask-home-");
  const turns = [
    {
      tools: [
        { name: "bash", input: { command: "touch made" } },
        { name: "write_file", input: { path: "made", content: "x" } },
        { name: "list_files", input: {} },
      ],
    },
    { text: "bash: {{result:1}}\nwrite: {{result:2}}\nlist: {{result:3}}" },
  ];
  return openAsk({
    home,
    files: {
      "g.json": { turns },
      "model.json": { turns },
      "g.yaml": {
        provider: "scripted",
        model: join(home, "g.json"),
        mode: "yolo",
        permissions: { "*": "allow" },
        mmConfigs: { again: { config: "g.yaml" } },
      },
    },
    settings: { mmConfigs: { g: { config: join(home, "g.yaml"), yolo: true } }, ...settings },
    ...more,
  });
}

describe("mode: inspect", { timeout: 60_000 }, () => {
  it("leaves another mm only tools that look, whatever its configuration says", async () => {
    const { ask, cwd, questions } = await greedy();
    const { text } = await ask({ agent: "g", prompt: "go", mode: "inspect" });
    expect(text).toMatch(/^bash: .*bash.*\nwrite: .*write_file.*\nlist: /s);
    expect(text).not.toContain("made");
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(questions).toEqual([]);
    // It does write where it may: what held it back was the mode.
    await ask({ agent: "g", prompt: "go" });
    expect(existsSync(join(cwd, "made"))).toBe(true);
  });

  it("holds for whomever an mm asks that only looks itself", async () => {
    const { ask, cwd } = await greedy({}, { env: { MM_INSPECT: "1" } });
    expect((await ask({ agent: "g", prompt: "go" })).text).toMatch(/^bash: /);
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });

  it("is how the built-in agents work, with the model of the session", async () => {
    const { ask, tool, cwd } = await greedy({ builtin: true });
    expect(tool.description.split("\n").slice(1)).toEqual([
      "Agents:",
      "  explore — Looks around in the code and answers a question about it, without changing anything.",
      "  g — (no description)",
      "  plan — Reads the code and writes a step-by-step plan for a change, without making it.",
      "  review — Reviews changes, by default those that are not committed yet, and lists what is wrong with them.",
    ]);
    expect((await ask({ agent: "explore", prompt: "What is here?" })).text).toContain("list: ");
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });
});

describe("the permission of an asked mm", { timeout: 60_000 }, () => {
  const write = [{ tools: [{ name: "bash", input: { command: "touch made" } }] }, { text: "{{result}}" }];
  const one = async (entry: object, file: object, yolo: boolean) => {
    const home = tempFolder("mm-ask-home-");
    const test = await openAsk({
      home,
      yolo,
      files: {
        "w.json": { turns: write },
        "w.yaml": { provider: "scripted", model: join(home, "w.json"), ...file },
      },
      settings: { mmConfigs: { w: { config: join(home, "w.yaml"), ...entry } } },
    });
    await test.ask({ agent: "w", prompt: "go" });
    return [test.questions.length, existsSync(join(test.cwd, "made"))];
  };

  it("is its entry's yolo, else the session's, but for what its own file restricts", async () => {
    expect(await one({}, {}, true)).toEqual([0, true]);
    expect(await one({}, {}, false)).toEqual([1, false]);
    expect(await one({ yolo: true }, {}, false)).toEqual([0, true]);
    expect(await one({ yolo: false }, {}, true)).toEqual([1, false]);
    expect(await one({}, { yolo: false }, true)).toEqual([1, false]);
    expect(await one({}, { mode: "plan" }, true)).toEqual([0, false]);
  });
});
