/* oxlint-disable no-control-regex */
import { parseColor, colorToRgb } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { coloursOf, lineOf, screenOf } from "../blocks/transcript-kit.js";
import { contrast, luminance } from "./contrast.js";
import { createTheme } from "./create-theme.js";
import { PALETTES, type Palette } from "./palettes.js";

const rgb = (hex: string) => colorToRgb(parseColor(hex));

describe("palettes of true colour", () => {
  const cases: [string, Palette, number][] = [
    ["dark", PALETTES.dark.dark, 4.5],
    ["light", PALETTES.light.light, 4.5],
    ["contrast on dark", PALETTES.contrast.dark, 7],
    ["contrast on light", PALETTES.contrast.light, 7],
  ];
  it.each(cases)("%s: every text can be read on its ground", (_name, palette, least) => {
    const pairs = Object.entries({ ...palette.roles, ...palette.syntax, text: {} }).map(([name, tint]) => {
      const { fg = palette.foreground, bg = palette.background } = tint as { fg?: string; bg?: string };
      return [name, contrast(rgb(fg), rgb(bg))] as const;
    });
    expect(pairs.length).toBe(27);
    expect(pairs.filter(([, ratio]) => ratio < least)).toEqual([]);
  });

  it.each(cases)(
    "%s: a changed word differs from its row, and the current match from the others",
    (_name, { roles }) => {
      expect(roles.addedWord.bg).not.toBe(roles.added.bg);
      expect(roles.removedWord.bg).not.toBe(roles.removed.bg);
      expect(roles.currentMatch.bg).not.toBe(roles.match.bg);
    },
  );
});

it("measures contrast as WCAG does", () => {
  expect(contrast({ r: 0, g: 0, b: 0 }, { r: 255, g: 255, b: 255 })).toBeCloseTo(21, 5);
  expect(contrast({ r: 119, g: 119, b: 119 }, { r: 255, g: 255, b: 255 })).toBeCloseTo(4.48, 2);
  expect(luminance({ r: 255, g: 0, b: 0 })).toBeCloseTo(0.2126, 4);
});

describe("auto", () => {
  const ok = (theme: ReturnType<typeof createTheme>) => theme.ok("x");
  const make = (background?: Parameters<typeof createTheme>[0]["background"]) =>
    createTheme({ name: "auto", colours: "truecolor", ...(background === undefined ? {} : { background }) });
  const dark = ok(createTheme({ name: "dark", colours: "truecolor" }));
  const light = ok(createTheme({ name: "light", colours: "truecolor" }));

  it("follows the background", () => {
    expect(ok(make({ r: 253, g: 246, b: 227 }))).toBe(light);
    expect(ok(make({ r: 0, g: 43, b: 54 }))).toBe(dark);
    expect(ok(make("light"))).toBe(light);
    expect(ok(make())).toBe(dark);
  });

  it("is not what a named theme does", () => {
    expect(ok(createTheme({ name: "dark", colours: "truecolor", background: "light" }))).toBe(dark);
  });

  it("turns the contrast theme with the background", () => {
    const on = (background: "dark" | "light") =>
      createTheme({ name: "contrast", colours: "truecolor", background }).error("x");
    expect(on("dark")).not.toBe(on("light"));
  });
});

describe("colours", () => {
  it("gives plain text where colour is off", () => {
    const { highlight, name, ...paints } = createTheme({ name: "dark", colours: 0 });
    expect(name).toBe("dark");
    expect(Object.values(paints).map((paint) => paint("a"))).toEqual(Object.values(paints).map(() => "a"));
    expect(highlight("const a = 1;\nb", "ts")).toEqual(["const a = 1;", "b"]);
  });

  it("uses nothing but the terminal's own colours where there are 16", () => {
    const { highlight: _highlight, name: _name, ...paints } = createTheme({ name: "light", colours: 16 });
    const painted = Object.values(paints)
      .map((paint) => paint("a"))
      .join("");
    expect(painted).not.toMatch(/[34]8;/);
    expect(painted).toContain("\x1b[32m");
  });

  it("uses the 256 fixed ones where there are 256", () => {
    const { added, error } = createTheme({ name: "dark", colours: 256 });
    expect(added("a")).toMatch(/^\x1b\[38;5;\d+m\x1b\[48;5;\d+ma\x1b\[39;49m$/);
    expect(error("a")).not.toContain("38;2");
  });

  it("shows them as they are named", async () => {
    const theme = createTheme({ name: "dark", colours: "truecolor" });
    const screen = await screenOf([`${theme.added("ab")}c`], 10);
    expect(lineOf(screen, 0)).toBe("abc");
    expect(coloursOf(screen, 0, 1)).toEqual({ fg: "#b9ecc0", bg: "#1d3a27" });
    expect(coloursOf(screen, 0, 2)).toEqual({ fg: undefined, bg: undefined });
  });

  it("goes on with a colour behind another of its kind", async () => {
    const theme = createTheme({ name: "dark", colours: "truecolor" });
    const screen = await screenOf([theme.dim(`a${theme.error("b")}c`)], 10);
    expect([0, 1, 2].map((column) => coloursOf(screen, 0, column).fg)).toEqual([
      "#a3a9b5",
      "#ff9a94",
      "#a3a9b5",
    ]);
  });
});
