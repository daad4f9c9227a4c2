import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import type { WindowHost } from "../types.js";
import { Attachments, imagesRefused } from "./attachments.js";
import { takeImage } from "./attached-image.js";
import { pasteImage, pastePaths } from "./paste-image.js";
import { pastedImages } from "./pasted-paths.js";
import { readClipboardImage } from "./read-clipboard-image.js";

/** A PNG of 2 by 3, as far as a header says. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000002000000030806000000", "hex");

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = tempFolder();
  env = { PATH: `${folder}:/usr/bin:/bin`, PNG: join(folder, "shot.png") };
  writeFileSync(join(folder, "shot.png"), PNG);
});
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}
const WAYLAND = { WAYLAND_DISPLAY: "w" };
const abouts = async (text: string) =>
  (await pastedImages(text, folder))?.map((taken) => (taken.ok ? taken.image.about : taken.text));

test("wl-paste is asked for a kind that models take", async () => {
  program("wl-paste", '[ "$1" = --list-types ] && { echo text/html; echo image/png; exit; }; cat "$PNG"');
  const taken = await readClipboardImage({ ...env, ...WAYLAND });
  expect(taken).toMatchObject({
    ok: true,
    image: { about: "2x3 PNG", block: { mimeType: "image/png", data: PNG.toString("base64") } },
  });
});

test("xclip likewise; an empty clipboard and one with text say that there is no image", async () => {
  program("xclip", '[ "$5" = TARGETS ] && { echo TARGETS; echo image/png; exit; }; cat "$PNG"');
  expect(await readClipboardImage({ ...env, DISPLAY: ":0" })).toMatchObject({ ok: true });
  program("xclip", "echo UTF8_STRING");
  const none = { ok: false, text: "there is no image in the clipboard" };
  expect(await readClipboardImage({ ...env, DISPLAY: ":0" })).toEqual(none);
  program("xclip", "exit 1");
  expect(await readClipboardImage({ ...env, DISPLAY: ":0" })).toEqual(none);
});

test("what is no image, programs that are missing or hang, and a place without a clipboard are told", async () => {
  program("wl-paste", '[ "$1" = --list-types ] && { echo image/png; exit; }; echo "<svg/>"');
  expect(await readClipboardImage({ ...env, ...WAYLAND })).toMatchObject({
    ok: false,
    text: expect.stringContaining("PNG, JPEG, GIF and WebP can be attached") as string,
  });
  const nowhere = { PATH: "/nowhere" };
  expect([
    await readClipboardImage({ ...nowhere, ...WAYLAND }),
    await readClipboardImage({ ...nowhere, DISPLAY: ":0" }),
    await readClipboardImage(nowhere),
  ]).toEqual([
    { ok: false, text: "images are pasted with wl-paste (wl-clipboard), which is not installed" },
    { ok: false, text: "images are pasted with xclip, which is not installed" },
    {
      ok: false,
      text: "no clipboard can be reached from here; drop the image's file into the window or write its path",
    },
  ]);
  program("wl-paste", "sleep 60");
  expect(await readClipboardImage({ ...env, ...WAYLAND }, 200)).toEqual({
    ok: false,
    text: "wl-paste did not answer within 0.2 s",
  });
});

test("a paste of nothing but image paths is images, however the terminal writes them", async () => {
  mkdirSync(join(folder, "a b"));
  const spaced = join(folder, "a b", "it's.png");
  writeFileSync(spaced, PNG);
  writeFileSync(join(folder, "fake.png"), "text");
  const one = ["shot.png 2x3 PNG"];
  const named = ["it's.png 2x3 PNG"];
  expect(await abouts(join(folder, "shot.png"))).toEqual(one);
  expect(await abouts("shot.png\n")).toEqual(one);
  expect(await abouts(spaced)).toEqual(named);
  expect(await abouts(`"${spaced}"`)).toEqual(named);
  expect(await abouts(spaced.replace(/[ ']/g, "\\$&"))).toEqual(named);
  expect(await abouts(pathToFileURL(spaced).href)).toEqual(named);
  expect(await abouts(`'${join(folder, "shot.png")}' ${spaced.replace(/[ ']/g, "\\$&")}`)).toEqual([
    ...one,
    ...named,
  ]);
  expect(await abouts("shot.png\nfake.png")).toEqual([...one, expect.stringContaining("fake.png: this is")]);
});

test("everything else stays text", async () => {
  for (const text of ["", "look at shot.png", "nope.png", "/etc/hostname", "a\nb.png", "x".repeat(9000)])
    expect([text.slice(0, 20), await pastedImages(text, folder)]).toEqual([text.slice(0, 20), undefined]);
});

test("marks in the text bring their images along, each once; a mark that is gone leaves its image behind", () => {
  const attachments = new Attachments();
  const taken = takeImage(PNG, "a]b.png");
  if (!taken.ok) throw new Error(taken.text);
  const first = attachments.add(taken.image);
  const second = attachments.add({ ...taken.image, block: { ...taken.image.block, data: "AAAA" } });
  expect([first, second]).toEqual(["[image 1: a)b.png 2x3 PNG]", "[image 2: a)b.png 2x3 PNG]"]);
  expect(attachments.compose("no image")).toBe("no image");
  expect(attachments.compose("[image 7: unknown]")).toBe("[image 7: unknown]");
  expect(attachments.compose(`see ${second} and ${second}`)).toEqual([
    { type: "text", text: `see ${second} and ${second}` },
    { type: "image", mimeType: "image/png", data: "AAAA" },
  ]);
  expect(attachments.compose(first + second)).toHaveLength(3);
  for (let at = 0; at < 19; at += 1) attachments.add(taken.image);
  expect(attachments.compose(first)).toBe(first);
  expect(attachments.compose(second)).toHaveLength(2);
});

/** What a host is told, for a model that says of itself whether it takes images. */
function hostFor(images: boolean | undefined) {
  const told: string[] = [];
  const models = () => Promise.resolve([{ id: "m", ...(images === undefined ? {} : { images }) }]);
  const host = {
    session: { provider: { name: "p", model: "m", models } },
    runtime: { cwd: folder },
    insert: (text: string) => void told.push(`insert ${text}`),
    flash: (text: string) => void told.push(`flash ${text}`),
  } as unknown as WindowHost;
  return { host, told };
}

test("a model that takes no images gets none: the paste stays text, and it is said", async () => {
  const { host, told } = hostFor(false);
  expect(await imagesRefused(host.session)).toBe("m takes no images");
  expect(await pastePaths(host, new Attachments(), "shot.png")).toBe(true);
  program("wl-paste", '[ "$1" = --list-types ] && { echo image/png; exit; }; cat "$PNG"');
  await pasteImage(host, new Attachments(), { ...env, ...WAYLAND });
  expect(told).toEqual(["insert shot.png", "flash m takes no images", "flash m takes no images"]);
});

test("where nobody knows, images are attached; failures are told", async () => {
  const { host, told } = hostFor(undefined);
  expect(await pastePaths(host, new Attachments(), "shot.png")).toBe(true);
  expect(await pastePaths(host, new Attachments(), "some text")).toBe(false);
  await pasteImage(host, new Attachments(), { PATH: "/nowhere", DISPLAY: ":0" });
  expect(told).toEqual([
    "insert [image 1: shot.png 2x3 PNG] ",
    "flash images are pasted with xclip, which is not installed",
  ]);
});
