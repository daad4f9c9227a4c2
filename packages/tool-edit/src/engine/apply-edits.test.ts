import { formatPatch } from "@mm-agent/core";
import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.js";
import type { Edit, EditsApplied, EditsRefused } from "./types.js";

const one = (old: string, fresh: string): Edit[] => [{ old, new: fresh }];

function applied(content: string, edits: readonly Edit[]): EditsApplied<string> {
  const outcome = applyEdits(content, edits, { path: "f.txt" });
  if (outcome.refused !== undefined) throw new Error(outcome.message);
  return outcome;
}

function refused(content: string | Uint8Array, edits: readonly Edit[]): EditsRefused {
  const outcome = applyEdits(content, edits, { path: "main.go" });
  if (outcome.refused === undefined) throw new Error(`applied: ${outcome.headline}`);
  return outcome;
}

const GO = "package main\n\nfunc main() {\n\tcount := 1\n\tprint(count)\n}\n";

test.each<[string, string, Edit[], string, number]>([
  ["exact, inside a line", "let t = a * b;\n", one("a * b", "a * (b + $&)"), "let t = a * (b + $&);\n", 0],
  [
    "exact wins over loose places",
    "if a:\n    x()\n    y()\nif b:\n        x()\n        y()\n",
    one("        x()\n        y()", "        z()"),
    "if a:\n    x()\n    y()\nif b:\n        z()\n",
    0,
  ],
  ["exact joins lines when asked to", "a\nb\n", one("a\nb", "ab"), "ab\n", 0],
  ["edges: an indent kept on one line", "\tfoo()\n", one("    foo()", "    bar()"), "\tbar()\n", 1],
  [
    "edges: padding inside a line",
    "value = compute(a,b)\n",
    one("  compute(a,b)", "  compute(b,a)"),
    "value = compute(b,a)\n",
    1,
  ],
  [
    "edges: a blank line added on purpose",
    "\tfoo()\n\tbar()\n",
    one("    foo()", "\n    foo()"),
    "\n\tfoo()\n\tbar()\n",
    1,
  ],
  [
    "edges: blank lines of old only, indented once",
    "\tfoo()\n\tbar()\n",
    one("\n\n    foo()\n    bar()\n\n", "    foo(1)\n    bar()"),
    "\tfoo(1)\n\tbar()\n",
    1,
  ],
  ["edges: blanks before the newline of old", "a\n\tfoo()\n", one("foo()  \n", "bar()\n"), "a\n\tbar()\n", 1],
  ["edges: final newline the file lacks", "a\nb", one("a\nb\n", "x\ny\n"), "x\ny", 1],
  ["edges: trailing blanks the file lacks", "\tfoo\nbar\n", one("foo   ", "qux   "), "\tqux\nbar\n", 1],
  [
    "edges: a blank line that old and the file have goes",
    "\ta()\n\n\tb()\n",
    one("    a()\n\n", "    c()\n"),
    "\tc()\n\tb()\n",
    1,
  ],
  [
    "indent: four spaces for a tab",
    GO,
    one("    count := 1\n    print(count)", "    if ok {\n        print(1)\n    }"),
    "package main\n\nfunc main() {\n\tif ok {\n\t\tprint(1)\n\t}\n}\n",
    1,
  ],
  [
    "indent: dedented block",
    "class A:\n    def f(self):\n        go(1)\n        return 1\n",
    one("go(1)\nreturn 1", "if x:\n    go(2)\nreturn 2"),
    "class A:\n    def f(self):\n        if x:\n            go(2)\n        return 2\n",
    1,
  ],
  [
    "indent: shifted left by one level",
    "a:\n    b:\n        c: 1\n        d: 2\n",
    one("b:\n    c: 1\n    d: 2\n", "b:\n    c: 1\n    e:\n        f: 3\n"),
    "a:\n    b:\n        c: 1\n        e:\n            f: 3\n",
    1,
  ],
  [
    "indent: two spaces for four, deeper than old shows",
    "f {\n    a();\n    b();\n}\n",
    one("  a();\n  b();", "  a();\n  if (x) {\n    b();\n  }"),
    "f {\n    a();\n    if (x) {\n        b();\n    }\n}\n",
    1,
  ],
  [
    "indent: comment stars keep their blank",
    "\t/**\n\t * a\n\t */\n",
    one("    /**\n     * a\n     */", "    /**\n     * a\n     * b\n     */"),
    "\t/**\n\t * a\n\t * b\n\t */\n",
    1,
  ],
  [
    "indent: only blanks at line ends differ",
    " * a  \n * b\n",
    one(" * a\n * b", " * a\n * b\n *    c"),
    " * a  \n * b\n *    c\n",
    1,
  ],
  [
    "indent: new lines stay empty",
    "\ta()\n\tb()\n",
    one("    a()\n    b()", "    a()\n    \n    b()"),
    "\ta()\n\n\tb()\n",
    1,
  ],
  [
    "indent: never joins two lines",
    "\tfoo\n\tbar\n\tend\n",
    one("    foo\n    bar\n", "    baz"),
    "\tbaz\n\tend\n",
    1,
  ],
  [
    "indent: an alignment moves with its block",
    "\tx = f(a,\n\t      b)\n",
    one("    x = f(a,\n          b)", "    if y {\n        x = f(a,\n              b)\n    }"),
    "\tif y {\n\t\tx = f(a,\n\t\t      b)\n\t}\n",
    1,
  ],
  [
    "indent: the first new line is deeper than any of old",
    "f {\n  a {\n    b();\n  }\n  c();\n}\n",
    one("    }\n    c();", "        d();\n    }\n    c();"),
    "f {\n  a {\n    b();\n    d();\n  }\n  c();\n}\n",
    1,
  ],
  [
    "indent: where one indent of old stands for two of the file, that of the line at its place counts",
    "\ta\n    b\n\tc\n",
    one("    a\n    b\n    c", "    a\n    B\n    c"),
    "\ta\n    B\n\tc\n",
    1,
  ],
  [
    "indent: old and new without any nesting follow brackets",
    "f {\n  a {\n    b();\n  }\n}\n",
    one("a {\nb();\n}", "a {\nb();\nif (x) {\nc();\n}\n}"),
    "f {\n  a {\n    b();\n    if (x) {\n      c();\n    }\n  }\n}\n",
    1,
  ],
  [
    "edges: padding that only old has is noise, blank lines stay",
    "a\n\n\tfoo()\n\nb\n",
    one("\n    foo()\n", "    bar()"),
    "a\n\n\tbar()\n\nb\n",
    1,
  ],
  ["deletion takes the newline that old has", "\ta\n\tb\n\tc\n", one("    b\n", ""), "\ta\n\tc\n", 1],
  [
    "deletion takes blank lines that old and the file have",
    "\ta\n\n\tb\n\n\tc\n",
    one("    b\n\n", ""),
    "\ta\n\n\tc\n",
    1,
  ],
  [
    "deletion without a newline leaves an empty line",
    "\tfoo();\n\tbar();\n",
    one("    foo();", ""),
    "\n\tbar();\n",
    1,
  ],
  ["deletion at the end of a file without newline", "a\n\tb", one("    b\n", ""), "a\n", 1],
  [
    "edits see the original only",
    "foo\nbar\n",
    [
      { old: "foo", new: "bar" },
      { old: "bar", new: "baz" },
    ],
    "bar\nbaz\n",
    0,
  ],
  [
    "adjacent edits",
    "a\nb\nc\n",
    [
      { old: "c\n", new: "" },
      { old: "a\n", new: "" },
      { old: "b\n", new: "" },
    ],
    "",
    0,
  ],
  ["CRLF file, LF edit", "a\r\nb\r\nc\r\n", one("a\nb", "x\n\ny"), "x\r\n\r\ny\r\nc\r\n", 0],
  ["LF file, CRLF edit", "a\nb\nc\n", one("a\r\nb", "x\r\ny"), "x\ny\nc\n", 0],
  [
    "mixed file: lines keep their ends",
    "a\r\nb\nc\r\nd\n",
    one("a\nb\nc\nd", "a\nx\nc\ny\nz"),
    "a\r\nx\nc\r\ny\nz\n",
    0,
  ],
  ["mixed file: a new line ends as the edited one", "a\nb\r\nc\n", one("b", "b\nb2"), "a\nb\r\nb2\r\nc\n", 0],
  ["no line end yet: those of new", "abc", one("b", "x\r\ny"), "ax\r\nyc", 0],
  ["a lone CR is a character", "a\rb\rc\n", one("b", "B"), "a\rB\rc\n", 0],
  [
    "BOM stays, also when the first line is edited",
    "\uFEFFimport x\n",
    one("\uFEFFimport x", "import z"),
    "\uFEFFimport z\n",
    0,
  ],
  [
    "no-break spaces are blanks at a line's edge",
    "\u00a0\u00a0foo\n\u00a0\u00a0bar\n",
    one("  foo\n  bar", "  foo\n  baz"),
    "\u00a0\u00a0foo\n\u00a0\u00a0baz\n",
    1,
  ],
])("%s", (_, file, edits, content, loose) => {
  const outcome = applied(file, edits);
  expect(outcome.content).toBe(content);
  expect(outcome.looseMatches).toHaveLength(loose);
  expect(outcome.headline.includes("matched ignoring whitespace")).toBe(loose > 0);
});

test("counts and shows what it did", () => {
  const outcome = applied(GO, [{ old: "    count := 1\n    print(count)\n", new: "    print(2)\n" }]);
  expect(outcome.headline).toBe(
    "1 edit applied, 1 line added, 2 deleted, first change at line 4 · 1 matched ignoring whitespace",
  );
  expect(formatPatch(outcome.hunks)).toBe(
    "@@ -1,6 +1,5 @@\n package main\n \n func main() {\n-\tcount := 1\n-\tprint(count)\n+\tprint(2)\n }\n",
  );
  expect(outcome.spans).toEqual([
    { edit: 1, pass: "indent", start: 28, end: 53, text: "\tprint(2)", line: 4 },
  ]);
});

test("says when a literal match cuts an indent", () => {
  const { headline } = applied(
    "def a():\n        return None\n",
    one("    return None", "    x = 1\n    return x"),
  );
  expect(headline).toBe(
    "1 edit applied, 2 lines added, 1 deleted, first change at line 2 · match begins inside the indentation of line 2",
  );
  expect(applied("\tif a {\n\t}\n", one("if a {\n\t}", "if a {\n\t\tb\n\t}")).headline).not.toContain(
    "inside",
  );
});

test("says when the file has the text already", () => {
  const [problem] = refused("\tfoo()\n\tbar()\n", one("    foo()\n    bar()", "\tfoo()\n\tbar()")).problems;
  expect(problem?.message).toBe("edit #1: the file has this text already — it changes nothing");
});

test("takes and gives bytes", () => {
  const bytes = new TextEncoder().encode("\uFEFFa \uFFFD \u{1F600}\r\nb\r\n");
  const outcome = applyEdits(bytes, one("b\n", "c\n"));
  expect(
    outcome.refused === undefined && new TextDecoder("utf-8", { ignoreBOM: true }).decode(outcome.content),
  ).toBe("\uFEFFa \uFFFD \u{1F600}\r\nc\r\n");
});

test.each<[string, string | Uint8Array, Edit[], string, string]>([
  [
    "no edits",
    "a\n",
    [],
    "no_edits",
    "main.go was not changed: edits is empty — send at least one {old, new}",
  ],
  [
    "empty old",
    "a\n",
    one("", "x"),
    "empty_old",
    "main.go: edit #1: old is empty — put the text to replace into it; to insert, repeat a neighbouring line in old and new",
  ],
  [
    "no change",
    "a\n",
    one("a", "a"),
    "no_change",
    "main.go: edit #1: old and new are the same — it changes nothing",
  ],
  [
    "binary",
    Uint8Array.from([97, 0, 98]),
    one("a", "b"),
    "binary",
    "main.go is a binary file — it cannot be edited as text",
  ],
  [
    "Latin-1",
    Uint8Array.from([99, 97, 102, 0xe9, 10]),
    one("c", "d"),
    "encoding",
    "main.go is not valid UTF-8 (byte 0xE9 at offset 3) — it cannot be edited as text",
  ],
  [
    "UTF-16",
    Uint8Array.from([0xff, 0xfe, 97, 0]),
    one("a", "b"),
    "encoding",
    "main.go is UTF-16 text, not UTF-8 — it cannot be edited as text",
  ],
  [
    "ambiguous",
    "x\ny\nx\n",
    one("x", "z"),
    "ambiguous",
    "main.go: edit #1: old text appears 2 times (lines 1, 3) — to change ONE of them, include its surrounding lines in old until the text is unique; to change several, send one edit per place, each with its own surrounding lines",
  ],
  [
    "overlap",
    "a\nb\nc\n",
    [
      { old: "a\nb", new: "1" },
      { old: "b\nc", new: "2" },
    ],
    "overlap",
    "main.go: edit #2: overlaps edit #1 (line 2) — all edits are resolved against the original file, so each place may be changed by one of them only: merge the two into one edit\nnothing was written: 1 of 2 edits refused",
  ],
])("refuses: %s", (_, file, edits, reason, message) => {
  const outcome = refused(file, edits);
  expect(outcome.refused).toBe(reason);
  expect(outcome.message).toBe(message);
});

test.each<[string, string, Edit[], number[]]>([
  ["overlapping occurrences", "aaa\n", one("aa", "b"), [1, 1]],
  ["loose places", "\ta()\n\tb()\n\ta()\n\tb()\n", one("    a()\n    b()", "x"), [1, 3]],
  ["loose windows that overlap", "\ta\n\ta\n\ta\n", one("    a\n    a", "x"), [1, 2]],
  [
    "the same block at two depths",
    "if a:\n    x()\n    y()\nif b:\n        x()\n        y()\n",
    one("  x()\n  y()", "z"),
    [2, 5],
  ],
  ["after line ends are made equal", "a\r\nb\r\nb\n", one("b\n", "x\n"), [2, 3]],
])("counts every place: %s", (_, file, edits, lines) => {
  const [problem] = refused(file, edits).problems;
  expect(problem?.reason).toBe("ambiguous");
  expect(problem?.lines).toEqual(lines);
});

test("names at most ten places", () => {
  expect(refused("}\n".repeat(14), one("}\n", "")).message).toContain(
    "14 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more)",
  );
});

test.each([
  ["a word that goes on", "\treturn xyz\n", "    return x\n"],
  ["blanks inside a line", "a  =  1\n", "a = 1"],
  ["a tab inside a line", "a\tb\n", "a    b"],
  ["a blank line the file lacks", "a\nb\nc\n", "a\n\nb"],
  ["another case", "one two\n", "Two"],
  ["composed letters", "cafe\u0301\n", "caf\u00e9"],
  ["a zero width space", "a\u200bb\n", "ab"],
  ["entities", "<div>x</div>\n", "&lt;div&gt;"],
  ["escapes", "a\nb\n", "a\\nb"],
  ["an elision", "a\nb\nc\n", "a\n...\nc"],
  ["whitespace only", "a\n", "   \n\n"],
])("never forgives %s", (_, file, old) => {
  expect(refused(file, one(old, "new text")).refused).toBe("not_found");
});
