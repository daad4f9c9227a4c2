import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { fake, openAsk } from "./fixtures/open-ask.js";
import { processesWith, until } from "./fixtures/processes.js";

const settings = { mmConfigs: { fake: { command: fake() } } };

it("leaves out updates whose fields are wrong, and goes on", async () => {
  const { ask, of } = await openAsk({ settings });
  expect((await ask({ agent: "fake", prompt: "wrong\nsay: still here" })).text).toBe("still here");
  expect(of("tool.planned").map(({ title }) => title)).toEqual([]);
});

it("answers questions that are wrong or offer nothing without asking anybody", async () => {
  const { ask, questions } = await openAsk({ settings, yolo: false });
  const wrong = '{"outcome":{"outcome":"error"}}';
  expect((await ask({ agent: "fake", prompt: "wrong_question" })).text).toBe(
    `${wrong} ${wrong} ${wrong} {"outcome":{"outcome":"cancelled"}}`,
  );
  expect(questions).toEqual([]);
});

it("does not call it cancelled when an agent ends its turn without a reason", async () => {
  const { ask } = await openAsk({ settings });
  expect(await ask({ agent: "fake", prompt: "say: hm\nno_reason" })).toMatchObject({
    code: "failed",
    text: "hm\n\n[ask_agent: fake stopped before finishing: it ended its turn without a reason]",
  });
});

it.each(["--mute", "--no-session"])("stops at once while an agent starts (%s)", async (how) => {
  const { ask, mark } = await openAsk({ settings: { mmConfigs: { slow: { command: fake(how) } } } });
  const stop = new AbortController();
  const asked = ask({ agent: "slow", prompt: "x" }, stop.signal);
  await until(() => processesWith(mark).length > 0, "it runs");
  await new Promise((resolve) => setTimeout(resolve, 200));
  const began = performance.now();
  stop.abort();
  expect((await asked).code).toBe("cancelled");
  await until(() => processesWith(mark).length === 0, "it is gone");
  expect(performance.now() - began).toBeLessThan(2000);
});

it("does not wait for a program that is still starting when the session ends", async () => {
  const { ask, mark, instance } = await openAsk({
    settings: { mmConfigs: { slow: { command: fake("--mute") } } },
  });
  const asked = ask({ agent: "slow", prompt: "x" });
  await until(() => processesWith(mark).length > 0, "it runs");
  const began = performance.now();
  await instance.dispose?.();
  expect(performance.now() - began).toBeLessThan(4000);
  expect((await asked).ok).toBe(false);
});

it("is rid of a program that was given up while it started when the session ends", async () => {
  const { ask, mark, instance } = await openAsk({
    settings: { mmConfigs: { slow: { command: fake("--mute") } } },
  });
  const stop = new AbortController();
  const asked = ask({ agent: "slow", prompt: "x" }, stop.signal);
  await until(() => processesWith(mark).length > 0, "it runs");
  stop.abort();
  await asked;
  await instance.dispose?.();
  expect(processesWith(mark)).toEqual([]);
});

it("says that the folder is missing, not the program", async () => {
  const cwd = "/no/such/folder";
  const { tool, context } = await openAsk({ settings });
  expect(await tool.run({ agent: "fake", prompt: "x" }, { ...context(), cwd })).toMatchObject({
    text: "[ask_agent: fake failed: there is no folder /no/such/folder]",
  });
});

it("tells once what several agents complain about, and nothing that was told at the start", async () => {
  const bad = { command: ["x"], config: "y" };
  const config = (home: string) => ({
    provider: "scripted",
    model: join(home, "m.json"),
    mmConfigs: { bad, "a b": { command: ["x"] } },
  });
  const home = tempFolder("mm-ask-home-");
  const { ask, of, notices } = await openAsk({
    home,
    files: {
      "m.json": { turns: [{ text: "ok", loop: true }] },
      "a.yaml": config(home),
      "b.yaml": config(home),
    },
    settings: {
      mmConfigs: {
        a: { config: join(home, "a.yaml") },
        b: { config: join(home, "b.yaml") },
        "a b": { command: ["x"] },
      },
    },
  });
  await ask({ agent: "a", prompt: "x" });
  await ask({ agent: "b", prompt: "x" });
  expect(notices).toEqual([
    "mmConfigs.a b: a name is letters, digits, dots, dashes and underscores; the agent is left out",
  ]);
  expect(of("notice").map(({ text }) => text)).toEqual([
    "a: mmConfigs.bad: it names both config and command; give one of them; the agent is left out",
  ]);
});
