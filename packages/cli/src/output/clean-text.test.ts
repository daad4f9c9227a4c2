import { expect, it } from "vitest";
import { cleanText } from "./clean-text.js";

it("keeps text, line ends, tabs and emoji as they are", () => {
  const text = "héllo\n\tтекст 漢字 👨‍👩‍👧 🏳️‍🌈\n";
  expect(cleanText(text)).toBe(text);
});

it.each([
  ["colours", "\x1b[1;31mred\x1b[0m", "red"],
  ["cursor moves and clears", "a\x1b[2J\x1b[Hb\x1b[3Ac", "abc"],
  ["titles and links", "\x1b]0;owned\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\", "ab"],
  ["the clipboard", "\x1b]52;c;cm0gLXJm\x07x", "x"],
  ["an unfinished title, up to the line's end", "a\x1b]0;title\nb", "a\nb"],
  ["device control", "\x1bP1$r\x1b\\x", "x"],
  ["eight-bit controls", "\x9b31mred\x9d0;t\x07x", "redx"],
  ["backspace, bell and NUL", "a\x08b\x07c\0d", "abcd"],
  ["carriage returns", "one\r\ntwo\rthree", "one\ntwo\nthree"],
  ["text that runs backwards", "a\u202egnp.exe\u2066b", "agnp.exeb"],
  ["a lone escape", "a\x1b", "a"],
])("drops %s", (_name, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});
