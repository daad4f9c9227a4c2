import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import { copyText } from "./copy-text.js";
import { osc52, OSC52_MOST } from "./osc52.js";

let bin: string;
let env: NodeJS.ProcessEnv;
let written: string;
const terminal = { write: (data: string) => void (written += data) };
beforeEach(() => {
  bin = tempFolder("mm-bin-");
  env = { PATH: `${bin}:/usr/bin:/bin`, OUT: join(bin, "out") };
  written = "";
});
function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}
const base64 = (text: string): string => Buffer.from(text).toString("base64");

test("through the terminal, where nothing else is there", async () => {
  expect(await copyText(terminal, "grüß 日本", env)).toEqual({
    ok: true,
    text: "copied 7 characters, through the terminal",
  });
  expect(written).toBe(`\x1b]52;c;${base64("grüß 日本")}\x07`);
  expect(await copyText(terminal, "", env)).toEqual({ ok: false, text: "there is nothing to copy" });
});

test("a clipboard program gets the text too", async () => {
  program("wl-copy", 'cat >"$OUT"');
  const told = await copyText(terminal, "x\n", { ...env, WAYLAND_DISPLAY: "wayland-0" });
  expect(told).toEqual({ ok: true, text: "copied 2 characters" });
  expect(readFileSync(env["OUT"]!, "utf8")).toBe("x\n");
  expect(written).toContain("\x1b]52;c;");
});

test("one that fails or hangs does not stand in the way", async () => {
  program("wl-copy", "exit 1");
  program("xclip", 'cat >"$OUT"');
  const both = { ...env, WAYLAND_DISPLAY: "w", DISPLAY: ":0" };
  expect(await copyText(terminal, "abc", both)).toEqual({ ok: true, text: "copied 3 characters" });
  expect(readFileSync(env["OUT"]!, "utf8")).toBe("abc");
  program("xclip", "sleep 60");
  expect(await copyText(terminal, "a", { ...env, DISPLAY: ":0" }, 200)).toEqual({
    ok: true,
    text: "copied 1 character, through the terminal",
  });
});

test("a text that is too long for terminals needs a program, and it is said when there is none", async () => {
  const long = "x".repeat(OSC52_MOST + 1);
  expect(await copyText(terminal, long, env)).toEqual({
    ok: false,
    text: "not copied: 74001 characters are too many for the terminal (74000 bytes), and no clipboard program (wl-copy, xclip, xsel, pbcopy) is installed",
  });
  expect(written).toBe("");
  program("xsel", 'cat >"$OUT"');
  expect((await copyText(terminal, long, { ...env, DISPLAY: ":0" })).ok).toBe(true);
  expect(readFileSync(env["OUT"]!, "utf8")).toHaveLength(74_001);
});

test("inside tmux and screen the sequence is wrapped", () => {
  expect(osc52("a", {})).toBe("\x1b]52;c;YQ==\x07");
  expect(osc52("a", { TMUX: "/tmp/t,1,0" })).toBe("\x1b]52;c;YQ==\x07\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\");
  const pieces = osc52("x".repeat(2000), { STY: "1.pts" })!.split("\x1b\\");
  expect(pieces.every((piece) => piece === "" || piece.startsWith("\x1bP"))).toBe(true);
  expect(pieces.map((piece) => piece.slice(2)).join("")).toBe(osc52("x".repeat(2000), {}));
});
