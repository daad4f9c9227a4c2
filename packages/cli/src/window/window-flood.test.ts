import { expect, it } from "vitest";
import { startWindow } from "./window-kit.js";

const WORDS = 6000;
/** Between two frames that nobody waits for, in milliseconds; see `PacedScreen`. */
const PACE_MS = 50;

it("a flood: few frames, no clear, every key shown, nothing lost", async () => {
  const words = Array.from({ length: WORDS }, (_, at) => `w${at}${at % 10 === 9 ? "\n\n" : ""}`).join(" ");
  const turns = [{ text: "Ready." }, { text: `${words} THE-END` }, { text: "Over." }];
  const { screen, send, draft, idle } = await startWindow(turns, { cols: 100, rows: 30 });
  send("warm up");
  await screen.waitFor("Ready.");
  await idle();
  const from = screen.raw().length;
  const start = performance.now();
  send("flood");
  let typed = "";
  for (let at = 0; at < 40; at += 1) {
    const letter = String.fromCharCode(97 + (at % 26));
    typed += letter;
    screen.type(letter);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await screen.waitFor("THE-END");
  await idle();
  await screen.until(() => draft() === typed, "all that was typed");
  const raw = screen.raw().slice(from);
  const frames = raw.split("\x1b[?2026h").length - 1;
  // A frame for each key and each pause, and some for the beginning and the end of the turn: never one for each delta.
  expect(frames).toBeLessThanOrEqual((performance.now() - start) / PACE_MS + typed.length + 20);
  expect(frames).toBeGreaterThan(0);
  // oxlint-disable-next-line no-control-regex
  expect(raw).not.toMatch(/\x1b\[[23]J|\x1b\[\?1049/);
  screen.type("\x1b[1;5H");
  await screen.waitFor("warm up");
});
