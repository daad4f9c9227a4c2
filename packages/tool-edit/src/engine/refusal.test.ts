import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.js";

function message(file: string, old: string, fresh = "x"): string {
  const outcome = applyEdits(file, [{ old, new: fresh }], { path: "main.go" });
  if (outcome.refused === undefined) throw new Error(outcome.headline);
  return outcome.message;
}

const GO = "package main\n\nfunc main() {\n\tcount := 1\n\tprint(count)\n}\n";
const HEAD =
  "main.go: edit #1: old text not found — it must match the file exactly, including indentation and line breaks:";

test("shows the closest region with its line numbers", () => {
  expect(message(GO, "func main() {\n    count := 2\n    print(count)\n}")).toBe(
    [
      HEAD,
      "  │ func main() {",
      "  │     count := 2",
      "  │     print(count)",
      "  │ }",
      "the closest the file comes to it — copy these lines:",
      "  │ 3 │ func main() {",
      "  │ 4 │ \tcount := 1",
      "  │ 5 │ \tprint(count)",
      "  │ 6 │ }",
    ].join("\n"),
  );
});

test("aligns the numbers", () => {
  const file = Array.from({ length: 12 }, (_, index) => `line ${index + 1} of it`).join("\n");
  expect(message(file, "line 9 of it\nline ten\nline 11 of it")).toContain(
    "  │  9 │ line 9 of it\n  │ 10 │ line 10 of it\n  │ 11 │ line 11 of it",
  );
});

test.each([
  ["fewer than half the lines line up", GO, "func main() {\n\ta()\n\tb()\n\tc()"],
  ["only blank lines line up", "\n\n\nx\n", "foo\n\n\nbar"],
  ["old is one line", "x\n", "y"],
])("shows nothing when %s", (_, file, old) => {
  expect(message(file, old)).not.toContain("closest");
});

test("prefers the better window, then the first", () => {
  const file = "a1\nb1\nc9\n-\na1\nb1\nc1\n-\na1\nb1\nc1\n";
  const outcome = applyEdits(file, [{ old: "a1\nb1\nc1\nd1", new: "x" }]);
  expect(outcome.refused !== undefined && outcome.problems[0]?.closest).toEqual({ from: 5, to: 8 });
});

test("keeps what it repeats of a long old short", () => {
  const old = Array.from({ length: 60 }, (_, index) => `nothing ${index}`).join("\n");
  expect(message("a\n", old).split("\n").at(-1)).toBe("  │ … 20 more lines");
});

test.each([
  [
    "gutter",
    "3 │ func main() {\n4 │ \tcount := 1",
    "old holds the line numbers of a listing — send the lines without them",
  ],
  [
    "gutter of this refusal",
    "│ 4 │ \tcount := 1",
    "old holds the line numbers of a listing — send the lines without them",
  ],
  ["case", "COUNT := 1", "line 4 differs only in upper and lower case"],
  ["blanks inside", "count  :=  1", "line 4 differs only in the blanks inside a line"],
  ["escapes", "count := 1\\n\\tprint(count)", "old is escaped — line 4 has the plain characters"],
  ["a typo", "print(cuont)", "line 5 is similar: │ \tprint(count)"],
])("hints at: %s", (_, old, hint) => {
  expect(message(GO, old).split("\n").at(-1)).toBe(hint);
});

test("hints at typography", () => {
  expect(message("say(\u201chello\u201d)\n", 'say("hello")').split("\n").at(-1)).toBe(
    "line 1 differs only in quotes, dashes, special spaces or composed letters — copy it from the file",
  );
  expect(message("x\ncafe\u0301 = 1\n", "caf\u00e9 = 1")).toContain("line 2 differs only in quotes");
});

test("hints at an edit that was made before", () => {
  expect(message("alpha = compute(2)\n", "alpha = compute(1)", "alpha = compute(2)").split("\n").at(-1)).toBe(
    "new is in the file already (line 1) — the edit may have been made before",
  );
});

test("lists every refused edit", () => {
  const outcome = applyEdits("a\nb\n", [
    { old: "a", new: "1" },
    { old: "zz", new: "2" },
    { old: "", new: "3" },
  ]);
  expect(outcome.refused !== undefined && outcome.message).toBe(
    [
      "edit #2: old text not found — it must match the file exactly, including indentation and line breaks:",
      "  │ zz",
      "edit #3: old is empty — put the text to replace into it; to insert, repeat a neighbouring line in old and new",
      "nothing was written: 2 of 3 edits refused",
    ].join("\n"),
  );
});
