import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createStrayText } from "./stray-text.js";

it("hands on what was printed in one turn of the event loop as one text of a bounded length", async () => {
  const handed: string[] = [];
  const stray = createStrayText((text) => void handed.push(text));
  for (let at = 0; at < 1000; at += 1) stray.add(`line ${at}\n`);
  expect(handed).toEqual([]);
  await turn();
  expect(handed).toHaveLength(1);
  expect(handed[0]?.split("\n")).toHaveLength(1001);
  stray.add("x".repeat(1_000_000));
  stray.flush();
  expect(handed[1]).toBe(`${"x".repeat(100_000)}\n[900000 more characters were printed]`);
  await turn();
  expect(handed).toHaveLength(2);
});
