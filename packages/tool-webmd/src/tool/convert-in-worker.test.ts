import { expect, test } from "vitest";
import { convertInWorker } from "./convert-in-worker.js";

const entries = {
  worker: new URL("../fixtures/worker.mjs", import.meta.url),
  endless: new URL("../fixtures/endless.mjs", import.meta.url),
  hungry: new URL("../fixtures/hungry.mjs", import.meta.url),
  missing: new URL("../fixtures/missing.mjs", import.meta.url),
};

test("a page is converted in a thread with its options", async () => {
  const made = await convertInWorker(
    "<p><del>a</del> <a href=x>b</a>",
    { strikethrough: true, pageUrl: "https://s.test/" },
    { entry: entries.worker },
  );
  expect(made).toEqual({ ok: true, markdown: "~~a~~ [b](https://s.test/x)\n" });
});

test("a conversion that takes too long is ended", async () => {
  const made = await convertInWorker("x", {}, { entry: entries.endless, timeout: 200 });
  expect(made).toMatchObject({ ok: false, reason: "the page took longer than 0.2 s to convert" });
});

test("a conversion that needs too much memory does not bring the process down", async () => {
  const made = await convertInWorker("x", {}, { entry: entries.hungry, memory: 64 });
  expect(made).toMatchObject({ ok: false, reason: "the page needs too much memory to convert" });
});

test("a conversion ends when its signal aborts, also before it starts", async () => {
  const abort = new AbortController();
  const waiting = convertInWorker("x", {}, { entry: entries.endless, signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  expect(await waiting).toMatchObject({ ok: false, cancelled: true });
  expect(await convertInWorker("x", {}, { entry: entries.endless, signal: abort.signal })).toMatchObject({
    cancelled: true,
  });
});

test("without a built worker the page is converted in place", async () => {
  const made = await convertInWorker("<p>x", {}, { entry: entries.missing });
  expect(made).toEqual({ ok: true, markdown: "x\n" });
});
