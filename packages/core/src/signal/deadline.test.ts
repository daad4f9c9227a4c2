import { expect, it } from "vitest";
import { startDeadline } from "./deadline.js";

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

it("aborts when the time is over, with a reason that says how long it was", async () => {
  const deadline = startDeadline(20);
  expect(String(await aborted(deadline.signal))).toBe("TimeoutError: no answer within 0.02 s");
  expect(deadline.timedOut).toBe(true);
});

it("follows the other signal, also one that is aborted already", async () => {
  const outer = new AbortController();
  const deadline = startDeadline(60_000, outer.signal);
  const reason = aborted(deadline.signal);
  outer.abort(new Error("enough"));
  expect(await reason).toEqual(new Error("enough"));
  expect(deadline.timedOut).toBe(false);
  deadline.end();
  const late = startDeadline(60_000, AbortSignal.abort(new Error("before")));
  expect(late.signal.aborted).toBe(true);
  late.end();
});

it("does nothing after its end", async () => {
  const outer = new AbortController();
  const deadline = startDeadline(10, outer.signal);
  deadline.end();
  outer.abort();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(deadline.signal.aborted).toBe(false);
});
