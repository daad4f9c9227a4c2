import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LiveText } from "./live-text.js";

function collect(): { live: LiveText; pieces: string[] } {
  const pieces: string[] = [];
  return { live: new LiveText((text) => pieces.push(text)), pieces };
}

test("pieces that follow each other quickly are shown together", async () => {
  const { live, pieces } = collect();
  for (const part of ["a", "b", "c\n"]) live.add(Buffer.from(part));
  expect(pieces).toEqual([]);
  await sleep(120);
  expect(pieces).toEqual(["abc\n"]);
  live.add(Buffer.from("rest"));
  live.end();
  live.end();
  expect(pieces).toEqual(["abc\n", "rest"]);
});

test("characters and sequences cut by a pause are put together", async () => {
  const { live, pieces } = collect();
  const bytes = Buffer.from("é\x1b[31mred\x1b[0m\x1b]0;title\x07!\r\n");
  for (const byte of bytes) {
    live.add(Buffer.of(byte));
    await sleep(60);
  }
  live.end();
  expect(pieces.join("")).toBe("éred!\n");
});

test("a line rewritten after a pause goes on a new line", async () => {
  const { live, pieces } = collect();
  for (const part of ["10%", "\r50%", "\r100%\n"]) {
    live.add(Buffer.from(part));
    await sleep(80);
  }
  live.end();
  expect(pieces).toEqual(["10%", "\n50%", "\n100%\n"]);
});

test("of a flood only the newest part is shown, at whole characters", () => {
  const { live, pieces } = collect();
  for (let i = 0; i < 300; i++) live.add(Buffer.from("漢".repeat(20_000)));
  live.add(Buffer.from("end\n"));
  live.end();
  expect(pieces).toHaveLength(1);
  expect(pieces[0]).toMatch(/^漢+end\n$/);
  expect(pieces[0]?.length).toBeLessThan(20_000);
});
