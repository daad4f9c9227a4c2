import { expect, it } from "vitest";
import { notification } from "./notify.js";

it.each([
  ["bell", {}, "\x07"],
  ["osc9", {}, "\x1b]9;bash needs permission\x07"],
  ["osc777", {}, "\x1b]777;notify;mm;bash needs permission\x07"],
  ["osc9", { TMUX: "/tmp/x" }, "\x1bPtmux;\x1b\x1b]9;bash needs permission\x07\x1b\\"],
  ["off", {}, ""],
  ["bell", { TERM: "dumb" }, ""],
] as const)("%s with %j", (kind, env, expected) => {
  expect(notification(kind, "bash needs permission", env)).toBe(expected);
});

it("lets no sequence out of the text", () => {
  expect(notification("osc777", "a\x07\x1b]52;c;x", {})).toBe("\x1b]777;notify;mm;a\\x07\\x1b]52,c,x\x07");
});
