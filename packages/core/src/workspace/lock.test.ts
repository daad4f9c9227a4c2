import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withLocks } from "./lock.js";

/** A promise and its key. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const turn = () => sleep(1);

describe("withLocks", () => {
  it("serves waiters in the order they came", async () => {
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        withLocks(["order"], async () => {
          await turn();
          order.push(n);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it("takes several locks in a fixed order, whatever the caller's", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    await Promise.all([withLocks(["x", "y"], work), withLocks(["y", "x"], work), withLocks(["x"], work)]);
    expect(most).toBe(1);
  });

  it("lets its holder lock again, and keeps inner calls apart", async () => {
    const order: string[] = [];
    const inner = (name: string) =>
      withLocks(["again"], async () => {
        order.push(`${name}(`);
        await turn();
        await withLocks(["again"], async () => order.push(name));
        order.push(")");
      });
    await withLocks(["again", "more"], () => Promise.all([inner("a"), inner("b")]));
    expect(order.join("")).toBe("a(a)b(b)");
  });

  it("releases when the work throws", async () => {
    await expect(withLocks(["t"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withLocks(["t"], async () => 1)).toBe(1);
  });

  it("lets an aborted waiter leave without running, and those behind it move up", async () => {
    const hold = gate();
    const held = withLocks(["abort"], () => hold.opened);
    const stop = new AbortController();
    let ran = false;
    const waiting = withLocks(
      ["abort"],
      async () => {
        ran = true;
      },
      stop.signal,
    );
    const behind = withLocks(["abort"], async () => "moved up");
    await turn();
    stop.abort(new Error("cancelled"));
    await expect(waiting).rejects.toThrow("cancelled");
    hold.open();
    await held;
    expect(await behind).toBe("moved up");
    expect(ran).toBe(false);
  });

  it("does not start for a signal that has aborted already", async () => {
    await expect(withLocks(["early"], async () => 1, AbortSignal.abort(new Error("early")))).rejects.toThrow(
      "early",
    );
    expect(await withLocks(["early"], async () => 1)).toBe(1);
  });

  it("does not treat work left behind as a holder", async () => {
    const later = gate();
    let left: Promise<string> | undefined;
    await withLocks(["left"], async () => {
      left = later.opened.then(() => withLocks(["left"], async () => "waited"));
    });
    const hold = gate();
    const order: string[] = [];
    const held = withLocks(["left"], async () => {
      await hold.opened;
      order.push("held");
    });
    later.open();
    await turn();
    hold.open();
    order.push(await left!.then((text) => text));
    await held;
    expect(order).toEqual(["held", "waited"]);
  });

  it("ends a wait that would never end", async () => {
    const both = gate();
    let inside = 0;
    const enter = async () => {
      inside += 1;
      if (inside === 2) both.open();
      await both.opened;
    };
    const one = withLocks(["p"], async () => {
      await enter();
      return withLocks(["q"], async () => "one");
    });
    const two = withLocks(["q"], async () => {
      await enter();
      return withLocks(["p"], async () => "two");
    });
    const results = await Promise.allSettled([one, two]);
    expect(results.map((result) => result.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const text = "two calls wait for each other's files; try this call again on its own";
    expect(results.find((result) => result.status === "rejected")).toMatchObject({
      reason: { code: "conflict", message: text },
    });
  });
});
