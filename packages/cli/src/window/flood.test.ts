import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { ScrollView, VStack, type Terminal } from "@earendil-works/pi-tui";
import type { MmEvent } from "@mm-agent/core";
import { expect, it } from "vitest";
import { createHistory } from "../interactive/history.js";
import { createTranscript } from "./blocks/create-transcript.js";
import { WindowEditor } from "./editor/window-editor.js";
import { FRAME_MS, PacedScreen } from "./terminal/paced-screen.js";
import { createTheme } from "./theme/create-theme.js";

const DELTAS = 20_000;
const QUESTIONS = 5_000;

it("takes 20,000 deltas into a transcript of 10,000 blocks without a full clear, echoing each key at once", async () => {
  let written = "";
  let press: (data: string) => void = () => {};
  const nothing = (): void => {};
  const terminal: Terminal = {
    columns: 100,
    rows: 40,
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
  const theme = createTheme({ name: "dark", colours: 256 });
  const tui = new PacedScreen(terminal, true);
  const draw = (): void => tui.requestRender();
  const transcript = createTranscript({ theme: () => theme, cwd: "/x", previewLines: 10, changed: draw });
  const event = (body: object): void =>
    transcript.event({ v: 1, seq: 1, at: "2026-01-01T00:00:00Z", session: "s", ...body } as MmEvent);
  const delta = (messageId: string, text: string): void => event({ type: "text.delta", messageId, text });
  for (let at = 0; at < QUESTIONS; at += 1) {
    transcript.question(`question ${at}`);
    delta(
      `m${at}`,
      `Answer **${at}**, long enough to be broken into two rows of the window, or nearly so.\n\n- a\n`,
    );
    event({ type: "message.done", messageId: `m${at}`, text: "" });
  }
  const source = { commands: () => [], files: () => [] };
  const editor = new WindowEditor({ tui, theme, source, history: createHistory() });
  tui.setLayoutRoot(
    new VStack([
      { component: new ScrollView(transcript, { follow: "end", primary: true }), basis: 0, grow: 1 },
      { component: editor, basis: "auto" },
    ]),
  );
  tui.setFocus(editor);
  tui.start();
  tui.renderNow();
  await sleep(FRAME_MS * 2);
  written = "";
  const first = tui.frames;
  const start = performance.now();
  let keys = 0;
  event({ type: "turn.start", prompt: "flood" });
  for (let at = 0; at < DELTAS; at += 1) {
    delta("flood", `word${at}${at % 12 === 0 ? "\n\n" : " "}`);
    draw();
    if (at % 50 === 0) await turn();
    if (at % 2000 !== 0) continue;
    const before = tui.frames;
    press("x");
    keys += 1;
    await turn();
    expect(tui.frames).toBe(before + 1);
    expect(editor.getText()).toBe("x".repeat(keys));
  }
  await sleep(FRAME_MS * 5);
  const most = (performance.now() - start) / FRAME_MS + keys + 1;
  expect(tui.frames - first).toBeLessThanOrEqual(most);
  expect(written).not.toContain("\x1b[2J");
  expect(written).not.toContain("\x1b[3J");
  expect(tui.getScreenLines().join("\n")).toContain(`word${DELTAS - 1}`);
  tui.rest();
  tui.stop({ preserveScreen: true });
});
