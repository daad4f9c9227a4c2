import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { writeFiles } from "../fixtures/open-ask.js";
import { describe } from "../tool/describe.js";
import { titleOf } from "../tool/title.js";
import { readRoster } from "./read-roster.js";

const folder = (files: Readonly<Record<string, unknown>>) => {
  const home = tempFolder("mm-roster-");
  writeFiles(home, files);
  return (name: string) => join(home, name);
};

it("describes agents by their entry, else by the title of their file", async () => {
  const at = folder({
    "a.yaml": "acp: {title: The Architect}\nprovider: ollama\nmodel: big\n",
    "b.yaml": "acp: {title: mm}\nmodel: small\n",
    "c.json": { acp: { title: "ignored" } },
  });
  const { agents, problems } = await readRoster({
    mmConfigs: {
      b: { config: at("b.yaml") },
      a: { config: at("a.yaml") },
      c: { config: at("c.json"), description: " Does\n  things. " },
      gemini: { command: ["gemini", "--acp"] },
    },
  });
  expect(problems).toEqual([]);
  expect(describe(agents)).toMatchInlineSnapshot(`
    "Hands a task to another agent and returns its answer. The agent starts fresh and knows nothing of this conversation: write the task complete and self-contained, or set with_context. With tasks several agents work side by side.
    Agents:
      a — The Architect
      b — (no description)
      c — Does things.
      gemini — (no description)"
  `);
  const title = (agent: string) =>
    titleOf([{ agent, prompt: "\nFix it\nnow" }], agents, { provider: "openai", model: "own" });
  expect(["a", "b", "c", "gemini"].map(title)).toEqual([
    "a (ollama/big) — Fix it",
    "b (small) — Fix it",
    "c (openai/own) — Fix it",
    "gemini (gemini --acp) — Fix it",
  ]);
});

it("leaves out what cannot be used, with a text for each", async () => {
  const at = folder({ "ok.yaml": "model: x\n", "broken.yaml": "a: [1\n" });
  const { agents, problems } = await readRoster({
    mmConfigs: {
      both: { config: at("ok.yaml"), command: ["x"] },
      neither: { description: "x" },
      empty: { command: [] },
      gone: { config: "/no/such.yaml" },
      broken: { config: at("broken.yaml") },
      "a b": { config: at("ok.yaml") },
      folder: { config: at("") },
      ok: { config: at("ok.yaml"), description: "red\u001b[31m\n\u0000 one" },
    },
  });
  expect(agents.map(({ name, purpose }) => [name, purpose])).toEqual([["ok", "red [31m one"]]);
  expect(
    problems.map((text) => text.replace(/(is not YAML: ).*;/, "$1…;").replaceAll(at(""), "DIR")),
  ).toEqual([
    "mmConfigs.both: it names both config and command; give one of them; the agent is left out",
    "mmConfigs.neither: it names neither a config file nor a command; give one of them; the agent is left out",
    "mmConfigs.empty: its command is empty; the agent is left out",
    "mmConfigs.gone: its config file /no/such.yaml does not exist; the agent is left out",
    "mmConfigs.broken: its config file DIR/broken.yaml is not YAML: …; the agent is left out",
    "mmConfigs.a b: a name is letters, digits, dots, dashes and underscores; the agent is left out",
    "mmConfigs.folder: its config file DIR is not a file; the agent is left out",
  ]);
});

it("tells of agents that name each other", async () => {
  const at = folder({
    "a.yaml": { mmConfigs: { b: { config: "b.yaml" } } },
    "b.yaml": { mmConfigs: { a: { config: "a.yaml" }, c: { config: "c.yaml" } } },
    "c.yaml": {},
    "self.yaml": { mmConfigs: { me: { config: "self.yaml" } } },
  });
  expect((await readRoster({ mmConfigs: { a: { config: at("a.yaml") } } })).problems).toEqual([
    "mmConfigs: a → b → a name each other; agents ask at most two levels deep (MM_ASK_DEPTH)",
  ]);
  expect((await readRoster({ mmConfigs: { x: { config: at("self.yaml") } } })).problems).toHaveLength(1);
  expect((await readRoster({ mmConfigs: { c: { config: at("c.yaml") } } })).problems).toEqual([]);
});

it("gives way to an entry with the name of a built-in agent", async () => {
  const { agents } = await readRoster({ builtin: true, mmConfigs: { plan: { command: ["x"] } } });
  expect(agents.map(({ name, launch }) => [name, launch.kind])).toEqual([
    ["explore", "mm"],
    ["plan", "command"],
    ["review", "mm"],
  ]);
});
