import { describe, expect, test } from "vitest";
import { findOccurrences } from "./occurrences.js";
import { textLines } from "./text-lines.js";

/** Occurrences of `x` as `line:index kind`. */
const find = (text: string, extension: string, symbol = "x", line?: number): string[] =>
  findOccurrences(textLines(text), symbol, extension, line).map((at) => `${at.line}:${at.index} ${at.kind}`);

describe("the order is code, module names, strings, comments", () => {
  test.each([
    [
      ".ts",
      "// x\n'x' x /* x */ `x ${x + `${x}`} x`",
      [
        "1:4 code",
        "1:19 code",
        "1:26 code",
        "1:1 string",
        "1:15 string",
        "1:31 string",
        "0:3 comment",
        "1:9 comment",
      ],
    ],
    [".ts", "/* a */ x\n{ x } `${ { x } } x`", ["0:8 code", "1:2 code", "1:12 code", "1:18 string"]],
    [
      ".py",
      'from a.x import x\nimport x.b\n"""x\nx""" # x\nx',
      ["0:16 code", "4:0 code", "0:7 module", "1:7 module", "2:3 string", "3:0 string", "3:7 comment"],
    ],
    [".c", '#include "x.h"\n#define x 1\n/* x */ x', ["1:8 code", "2:8 code", "0:10 module", "2:3 comment"]],
    [
      ".sh",
      'x # x\necho "${#x}" $x a#x',
      ["0:0 code", "1:14 code", "1:18 code", "1:9 string", "0:4 comment"],
    ],
    [".rs", "fn f<'x>(x: &'x str) { 'x'; }", ["0:6 code", "0:9 code", "0:14 code", "0:24 string"]],
    [".go", "`x\n// x` x // x", ["1:6 code", "0:1 string", "1:3 string", "1:11 comment"]],
    [".lua", "--[[ x\nx ]] x -- x", ["1:5 code", "0:5 comment", "1:0 comment", "1:10 comment"]],
    [".html", "<!-- x --><b x>x</b>", ["0:13 code", "0:15 code", "0:5 comment"]],
    [".unknown", "x // x", ["0:0 code", "0:5 comment"]],
    [".ts", "'it\\'s x' x\n'open\nx", ["0:10 code", "2:0 code", "0:7 string"]],
  ])("%s %j", (extension, text, places) => {
    expect(find(text, extension)).toEqual(places);
  });
});

test("only whole identifiers count", () => {
  expect(find("xy $x x1 _x éx x", ".ts")).toEqual(["0:15 code"]);
  expect(find("x\u0301 𝒳x x", ".ts")).toEqual(["0:7 code"]);
});

test("where there is none, a dash or a sigil beside the symbol is overlooked", () => {
  expect(find(":root { --x: 1 }", ".css")).toEqual(["0:10 code"]);
  expect(find("$x = 1", ".ts")).toEqual(["0:1 code"]);
  expect(find("$x = 1; x = 2", ".php")).toEqual(["0:1 code", "0:8 code"]);
});

test("one line only, lines ended by CRLF and CR alone", () => {
  expect(find("x\r\nx\rx\n", ".ts", "x", 1)).toEqual(["1:0 code"]);
  expect(find("x\u2028x\r\nx\rx", ".ts")).toEqual(["0:0 code", "0:2 code", "1:0 code", "2:0 code"]);
});
