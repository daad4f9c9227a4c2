import { expect, it } from "vitest";
import { Outbox } from "./outbox.js";

it("sends what was queued, with what the turn did not take up in front", () => {
  const box = new Outbox();
  box.steer("first");
  box.steer("second");
  box.takenUp();
  box.queue("third");
  expect(box.waiting).toBe(2);
  expect(box.after()).toEqual({ send: "second\n\nthird" });
  expect(box.waiting).toBe(0);
});

it("gives back what was only meant for the turn", () => {
  const box = new Outbox();
  box.steer("note");
  expect(box.after()).toEqual({ back: "note" });
  expect(box.after()).toEqual({});
});

it("takes everything back when asked to", () => {
  const box = new Outbox();
  box.steer("first");
  box.queue("second");
  expect(box.recall()).toBe("first\n\nsecond");
  expect(box.recall()).toBeUndefined();
  expect(box.after()).toEqual({});
});
