import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { openAsk } from "./fixtures/open-ask.js";
import { processesWith } from "./fixtures/processes.js";

const COUNT = 200;

it("keeps the memory of a used agent flat over 200 questions", { timeout: 120_000 }, async () => {
  const home = tempFolder("mm-ask-home-");
  const { ask, mark } = await openAsk({
    home,
    files: {
      "a.json": { turns: [{ text: "An answer.", loop: true }] },
      "a.yaml": { provider: "scripted", model: join(home, "a.json") },
    },
    settings: { mmConfigs: { a: { config: join(home, "a.yaml") } } },
  });
  const resident = (): number => {
    const [line = ""] = processesWith(mark);
    const status = readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const seen: number[] = [];
  for (let at = 1; at <= COUNT; at += 1) {
    expect((await ask({ agent: "a", prompt: "go" })).text).toBe("An answer.");
    if (at % 50 === 0) seen.push(resident());
  }
  expect(processesWith(mark)).toHaveLength(1);
  // A collector that is in no hurry lets the heap grow for a while; a session that stayed would cost half a MiB each.
  const [, half = 0, , end = Number.POSITIVE_INFINITY] = seen;
  expect(end - half).toBeLessThan(30);
});
