import { setTimeout as sleep } from "node:timers/promises";
import type { Component, Terminal } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { PacedScreen } from "./paced-screen.js";

it("draws a stream seldom, a key at once, and clears the screen never", async () => {
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
  let count = 0;
  let typed = "";
  const view: Component = {
    render: () => [`count ${count}`, `typed ${typed}`],
    handleInput: (data) => void (typed += data),
    invalidate: nothing,
  };
  tui.addChild(view);
  tui.setFocus(view);
  tui.start();
  tui.renderNow();
  await sleep(60);
  written = "";
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
  expect(written).toContain("typed x");
  expect(written).not.toContain("\x1b[2J");
  tui.rest();
  tui.stop({ preserveScreen: true });
});
