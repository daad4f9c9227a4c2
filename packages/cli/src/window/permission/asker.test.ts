import type { PermissionRequest } from "@mm-agent/core";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Asker } from "./asker.js";

const request = (id: string): PermissionRequest => ({
  id,
  callId: id,
  agent: [],
  tool: "bash",
  title: id,
  kind: "execute",
  subject: "command",
  preview: [],
  changes: [],
  options: [],
  why: "mode ask",
});

it("shows one question at a time and arms it after the quiet time", async () => {
  const asker = new Asker({ changed: () => {} });
  const one = asker.ask(request("one"));
  const two = asker.ask(request("two"));
  expect(asker.current?.request.id).toBe("one");
  expect(asker.more).toBe(1);
  expect(asker.current?.armed).toBe(false);
  await sleep(300);
  asker.quiet();
  await sleep(250);
  expect(asker.current?.armed).toBe(false);
  await sleep(350);
  expect(asker.current?.armed).toBe(true);
  asker.current?.settle({ outcome: "once" });
  expect(await one).toEqual({ outcome: "once" });
  expect(asker.current?.request.id).toBe("two");
  expect(asker.current?.armed).toBe(false);
  expect(asker.justAnswered()).toBe(true);
  expect(asker.justAnswered()).toBe(false);
  asker.close();
  expect(await two).toEqual({ outcome: "cancelled" });
});

it("answers what was settled before it could be put, and everything after closing", async () => {
  const asker = new Asker({ changed: () => {} });
  asker.settled("late");
  expect(await asker.ask(request("late"))).toEqual({ outcome: "cancelled" });
  const open = asker.ask(request("open"));
  asker.settled("open");
  expect(await open).toEqual({ outcome: "cancelled" });
  asker.close();
  expect(await asker.ask(request("next"))).toEqual({ outcome: "cancelled" });
});

it("answers nothing while something else has the keyboard", async () => {
  const asker = new Asker({ changed: () => {} });
  void asker.ask(request("one"));
  await sleep(500);
  asker.hold();
  expect(asker.current?.armed).toBe(false);
  expect(asker.arms).toBe(false);
  asker.close();
});
