import { setTimeout as sleep } from "node:timers/promises";
import type { Component, Terminal } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { PacedScreen } from "./paced-screen.js";

/** A screen whose terminal is a text. */
function bench() {
  let written = "";
  let press: (data: string) => void = () => {};
  const nothing = (): void => {};
  const terminal: Terminal = {
    columns: 40,
    rows: 10,
    kittyProtocolActive: false,
    start: (onInput) => void (press = onInput),
    stop: nothing,
    write: (bytes) => void (written += bytes),
    hideCursor: nothing,
    showCursor: nothing,
    moveBy: nothing,
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
    setProgramStatus: nothing,
    drainInput: () => Promise.resolve(),
  };
  const tui = new PacedScreen(terminal, true);
  return { tui, written: () => written, press: (data: string) => press(data) };
}

it("draws a stream seldom, a key at once, and clears the screen never", async () => {
  const { tui, written, press } = bench();
  let count = 0;
  let typed = "";
  const view: Component = {
    render: () => [`count ${count}`, `typed ${typed}`],
    handleInput: (data) => void (typed += data),
    invalidate: () => {},
  };
  tui.addChild(view);
  tui.setFocus(view);
  tui.start();
  tui.renderNow();
  await sleep(60);
  const drawn = written().length;
  const { frames } = tui;
  const start = performance.now();
  for (let at = 0; at < 100; at += 1) {
    count += 1;
    tui.requestRender();
    await sleep(4);
  }
  const most = (performance.now() - start) / 50 + 2;
  expect(tui.frames - frames).toBeGreaterThan(2);
  expect(tui.frames - frames).toBeLessThanOrEqual(most);
  const before = tui.frames;
  press("x");
  await new Promise((resolve) => setImmediate(resolve));
  expect(tui.frames).toBe(before + 1);
  expect(written().slice(drawn)).toContain("typed x");
  expect(written().slice(drawn)).not.toContain("\x1b[2J");
  tui.rest();
  tui.stop({ preserveScreen: true });
});

it("draws no more than thirty frames a second while somebody types eighteen keys a second into a stream", async () => {
  const { tui, press } = bench();
  let typed = "";
  const view: Component = {
    render: () => [typed],
    handleInput: (data) => void (typed += data),
    invalidate: () => {},
  };
  tui.addChild(view);
  tui.setFocus(view);
  tui.start();
  tui.renderNow();
  const { frames } = tui;
  const start = performance.now();
  let keys = 0;
  while (performance.now() - start < 2000) {
    tui.requestRender();
    if (performance.now() - start > keys * 55) {
      keys += 1;
      const before = tui.frames;
      press("x");
      await new Promise((resolve) => setImmediate(resolve));
      expect(tui.frames).toBe(before + 1);
    }
    await sleep(2);
  }
  const seconds = (performance.now() - start) / 1000;
  expect(keys / seconds).toBeLessThan(20);
  expect((tui.frames - frames) / seconds).toBeLessThanOrEqual(30);
  expect(tui.frames - frames).toBeGreaterThan(keys);
  tui.rest();
  tui.stop({ preserveScreen: true });
});

it("gives up when frame after frame cannot be drawn, and not for a single one", async () => {
  const { tui } = bench();
  let broken: unknown;
  let failing = 1;
  tui.onBroken = (error) => void (broken = error);
  tui.addChild({
    render() {
      if (failing > 0) {
        failing -= 1;
        throw new Error("no frame");
      }
      return ["drawn"];
    },
    invalidate: () => {},
  });
  tui.start();
  await sleep(200);
  expect(broken).toBeUndefined();
  expect(tui.getScreenLines()[0]).toContain("drawn");
  failing = 100;
  tui.requestRender();
  await sleep(400);
  expect(String(broken)).toContain("no frame");
  expect(failing).toBe(97);
  tui.rest();
  tui.stop({ preserveScreen: true });
});
