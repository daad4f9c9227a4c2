import { expect, it } from "vitest";
import { coloursOf, sideFromEnv } from "./colours-of.js";

it.each([
  [{ TERM: "xterm-256color", NO_COLOR: "1" }, 0],
  [{ TERM: "dumb" }, 0],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "truecolor"],
  [{ TERM: "xterm-256color", COLORTERM: "24bit" }, "truecolor"],
  [{ TERM: "xterm-direct" }, "truecolor"],
  [{ TERM: "xterm-256color", WT_SESSION: "1" }, "truecolor"],
  [{ TERM: "tmux-256color", TMUX: "/tmp/x" }, 256],
  [{ TERM: "screen", STY: "1.pts", COLORTERM: "truecolor" }, 256],
  [{ TERM: "linux" }, 16],
  [{ TERM: "xterm" }, 16],
  [{}, 16],
] as const)("%o has the colours %s", (env, colours) => {
  expect(coloursOf(env)).toBe(colours);
});

it("reads the side of the background where it is told", () => {
  expect(sideFromEnv({ COLORFGBG: "0;15" })).toBe("light");
  expect(sideFromEnv({ COLORFGBG: "15;default;0" })).toBe("dark");
  expect(sideFromEnv({ COLORFGBG: "12;8" })).toBe("dark");
  expect(sideFromEnv({})).toBeUndefined();
});
