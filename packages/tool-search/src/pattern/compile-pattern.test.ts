import { expect, it } from "vitest";
import { compilePattern, scriptFlags, type CompiledPattern } from "./compile-pattern.js";

function compile(
  text: string,
  more: Partial<{ literal: boolean; ignoreCase: boolean }> = {},
): CompiledPattern {
  const compiled = compilePattern(text, { literal: false, ignoreCase: false, ...more });
  if ("fault" in compiled) throw new Error(compiled.fault);
  return compiled;
}

/** Which of the lines JavaScript finds. */
function lines(pattern: string, text: string): string[] {
  const { script, ignoreCase } = compile(pattern);
  return text.split("\n").filter((line) => new RegExp(script ?? "(?!)", scriptFlags(ignoreCase)).test(line));
}

it.each([
  ["foo(", "[pattern read as foo\\(]", "foo\\("],
  ["foo)", "[pattern read as foo\\)]", "foo\\)"],
  ["main()", "[pattern read as main\\(\\)]", "main\\(\\)"],
  ["if (x) {", "[pattern read as if (x) \\{]", "if (x) \\{"],
  ["interface{}", "[pattern read as interface\\{\\}]", "interface\\{\\}"],
  ["${name}", "[pattern read as $\\{name\\}]", "(?:\\r?$)\\{name\\}"],
  ["a{2}b", undefined, "a{2}b"],
  ["a{,3}", undefined, "a{0,3}"],
  ["a)(b", "[pattern read as a\\)\\(b]", "a\\)\\(b"],
  ["[()]{", "[pattern read as [\\(\\)]\\{]", "[\\(\\)]\\{"],
])("repairs braces and parentheses: %s", (written, note, rust) => {
  expect([compile(written).note, compile(written).rust]).toEqual([note, rust]);
});

it.each([
  ["arr[0", "a [ is not closed"],
  ["*.ts", "there is nothing to repeat"],
  ["C:\\Users\\me", "\\U is not known"],
  ["a{3,1}", "a quantifier counts backwards"],
  ["foo\\", "it ends in a backslash"],
  ["[z-a]", "a range in [ ] runs backwards"],
  ["(?x)foo", "the flags (?x) are not known"],
])("searches as text what is no expression: %s", (written, reason) => {
  const compiled = compile(written);
  expect(compiled.note).toBe(`[not a regular expression (${reason}); searched as literal text]`);
  expect([compiled.fixed, compiled.rust]).toEqual([true, written]);
});

it.each([
  ["", "the pattern is empty; give the text to look for"],
  ["x".repeat(2001), "the pattern has 2001 characters, the limit is 2000"],
  ["a\\nb", expect.stringContaining("a pattern matches within one line")],
  ["a\nb", expect.stringContaining("a pattern matches within one line")],
  ["(a|\\x0a)", expect.stringContaining("a pattern matches within one line")],
])("refuses what no line can match (%#)", (written, fault) => {
  expect(compilePattern(written, { literal: false, ignoreCase: false })).toEqual({ fault });
});

it("takes a line break at the end as a slip, and one in a set as said for other lines", () => {
  expect(compile("foo\n").rust).toBe("foo");
  expect(compile("[^\\n]x").rust).toBe("[^\\r\\n]x");
  expect(compile("[\\n,]").rust).toBe("[,]");
});

it.each([
  ["a(?=b)", ["look-around"]],
  ["(?<!a)b", ["look-around"]],
  ["(a)\\1", ["a back-reference"]],
  ["a++", ["a possessive quantifier"]],
  ["(?>a)", ["an atomic group"]],
  ["(?i:a)b", ["inline flags"]],
  ["[a-z&&[^b]]", ["a set operation"]],
  ["\\Kfoo", ["\\K"]],
  ["(?R)", ["(?R"]],
  ["(?:a)(b)(?P<c>d)(?s).", []],
])("names what not every engine has: %s", (written, constructs) => {
  expect(compile(written).constructs).toEqual(constructs);
});

it("knows text that every match holds", () => {
  const needle = (text: string) => compile(text).needle;
  expect(needle("foo.*barbaz")).toBe("barbaz");
  expect(needle("\\bfunction \\w+")).toBe("function ");
  expect(needle("(needle)+x")).toBe(undefined);
  expect(needle("foo|bar")).toBe(undefined);
  expect(needle("fo?o")).toBe(undefined);
  expect(needle("ab+c")).toBe(undefined);
  expect(needle("ab+cd")).toBe("cd");
  expect(needle("(?i)foobar")).toBe(undefined);
  expect(compile("a.b", { literal: true }).needle).toBe("a.b");
});

it("writes for JavaScript what ripgrep means", () => {
  const text = "naïve x\nna ve\ncafé\n१२\nfoo\r\n\tx\nß";
  expect(lines("na\\b", text)).toEqual(["na ve"]);
  expect(lines("^\\w+$", text)).toEqual(["café", "१२", "foo\r", "ß"]);
  expect(lines("\\d", text)).toEqual(["१२"]);
  expect(lines("o$", text)).toEqual(["foo\r"]);
  expect(lines("^[[:blank:]]", text)).toEqual(["\tx"]);
  expect(lines("[^\\w\\s]", text)).toEqual([]);
  expect(lines("(?i)CAFÉ", text)).toEqual(["café"]);
  expect(lines("<div>\\</div\\>", "<div></div>")).toEqual(["<div></div>"]);
});
