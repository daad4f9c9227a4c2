import { expect, test } from "vitest";
import { cleanText } from "./clean-text.js";

test.each([
  ["colours", "\x1b[31mred\x1b[0m \x1b[1;38;5;200mx\x1b[m\n", "red x\n"],
  ["8-bit sequences", "\u009b31mred\u009b0m\n", "red\n"],
  ["a window title", "\x1b]0;title\x07a\x1b]2;title\x1b\\b\n", "ab\n"],
  ["the clipboard", "\x1b]52;c;aGVsbG8=\x07text", "text"],
  ["a hyperlink", "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["an unfinished title takes its own line only", "\x1b]0;title\nnext\n", "\nnext\n"],
  ["device strings over several lines", "a\x1bPq#0\n#1\x1b\\b\x1b_Gx\x1b\\c", "abc"],
  ["cursor, screen and charset", "\x1b[2J\x1b[Ha\x1b[?25lb\x1b(Bc\x1b7d\x1b=e\x1bcf", "abcdef"],
  ["a sequence cut off at the end", "a\x1b[3", "a"],
  ["a sequence broken by a line end", "a\x1b[3\nb", "a\nb"],
  ["NUL and other controls, tab kept", "a\0b\x01c\td\x07e\x7ff\u0085g\n", "abc\tdefg\n"],
  ["CRLF", "a\r\nb\r\r\nc\r\n", "a\nb\nc\n"],
  ["a progress bar", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["a rewritten line keeps what was not written over", "abcdef\rxy\n", "xycdef\n"],
  ["a rewritten line that is erased first", "a long line\r\x1b[Kshort\n", "short\n"],
  ["erasing the whole line", "abc\x1b[2K\rx\n", "x\n"],
  ["a bar that ends with a return", "50%\r", "50%"],
  ["overstrike and spinners", "N\bNA\bA\n|\b/\b-\bok\n", "NA\nok\n"],
  ["moving along the line", "ab\x1b[5Gx\x1b[2Dy\n", "ab yx\n"],
  ["colours in a rewritten line", "\x1b[31m10%\x1b[0m\r\x1b[32m99%\x1b[0m\n", "99%\n"],
  ["other scripts and emoji stay", "é 漢字 🛠️\rÉ\n", "É 漢字 🛠️\n"],
  ["plain text is not touched", "  a b\n\n\tc", "  a b\n\n\tc"],
])("%s", (_, raw, clean) => {
  expect(cleanText(raw)).toBe(clean);
});

test("hostile megabytes are read in linear time", () => {
  const patterns = [
    "\x1b]",
    "\x1b]x",
    "\x1bPx",
    "\x1b[1;",
    "x\r",
    "\r\x1b[K1",
    "\x1b",
    "\b",
    "\x9d",
    "\x1b_\n",
    "\x1b[9999C",
  ];
  for (const piece of patterns) {
    const began = process.cpuUsage();
    cleanText(piece.repeat(Math.ceil((1024 * 1024) / piece.length)));
    const used = process.cpuUsage(began);
    expect((used.user + used.system) / 1e6).toBeLessThan(5);
  }
});
