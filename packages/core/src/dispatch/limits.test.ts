import { expect, it } from "vitest";
import { createSemaphore } from "./semaphore.js";
import { createTokenBucket } from "./token-bucket.js";

const never = new AbortController().signal;

it("hands slots on in order and lets aborted waiters leave", async () => {
  const semaphore = createSemaphore(1);
  const first = await semaphore.acquire(never);
  const leaver = new AbortController();
  const order: string[] = [];
  const second = semaphore.acquire(leaver.signal).catch(() => void order.push("left"));
  const third = semaphore.acquire(never).then((release) => (order.push("third"), release));
  leaver.abort();
  await second;
  first();
  first();
  (await third)();
  expect(order).toEqual(["left", "third"]);
  await expect(semaphore.acquire(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  (await semaphore.acquire(never))();
});

it("delays beyond the burst, in order, and never refuses", async () => {
  const bucket = createTokenBucket(2, 50);
  const startedAt = performance.now();
  for (let i = 0; i < 6; i += 1) await bucket.take(never);
  expect(performance.now() - startedAt).toBeGreaterThan(70);
});

it("refills with time up to the burst", async () => {
  let now = 0;
  const bucket = createTokenBucket(2, 1, () => now);
  await bucket.take(never);
  await bucket.take(never);
  now = 60_000;
  const startedAt = performance.now();
  await bucket.take(never);
  await bucket.take(never);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

it("ends the wait for a token when the signal aborts", async () => {
  const bucket = createTokenBucket(1, 0.01);
  await bucket.take(never);
  await expect(bucket.take(AbortSignal.timeout(20))).rejects.toThrow();
});
