import { describe, expect, it } from "vitest";
import { diffContent } from "./diff-content.js";

const path = "/p/a.txt";

describe("diffs", () => {
  it("hold the whole texts where they are known", () => {
    const change = { path, patch: "", added: 1, removed: 0, before: null, after: "new\n" };
    expect(diffContent([change])).toEqual([{ type: "diff", path, oldText: null, newText: "new\n" }]);
  });

  it("are made from each hunk of a patch else", () => {
    const patch = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9,2 +9,2 @@\n x\n-y\n+z\n\\ No newline at end of file\n";
    expect(diffContent([{ path, patch, added: 2, removed: 2 }])).toEqual([
      { type: "diff", path, oldText: "a\nb\n", newText: "a\nc\n" },
      { type: "diff", path, oldText: "x\ny\n", newText: "x\nz" },
    ]);
  });

  it("say so when a file is new, deleted or unchanged", () => {
    const patch = "@@ -0,0 +1,1 @@\n+a\n";
    expect(diffContent([{ path, patch, added: 1, removed: 0 }])).toEqual([
      { type: "diff", path, oldText: null, newText: "a\n" },
    ]);
    expect(diffContent([{ path, patch: "", added: 0, removed: 1, before: "a", after: null }])).toEqual([
      { type: "content", content: { type: "text", text: "deleted /p/a.txt" } },
    ]);
    expect(diffContent([{ path, patch: "", added: 0, removed: 0, before: "a", after: "a" }])).toEqual([]);
  });

  it("that are too large are counted", () => {
    const after = "é".repeat(40_000);
    const patch = `@@ -0,0 +1,1 @@\n+${after}\n`;
    expect(diffContent([{ path, patch, added: 1, removed: 0, before: null, after }])).toEqual([
      { type: "content", content: { type: "text", text: "/p/a.txt: 1 lines added, 0 removed" } },
    ]);
  });
});
