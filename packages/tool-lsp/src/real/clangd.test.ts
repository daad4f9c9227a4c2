import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing, makeProject, openTool, type Opened, type Project } from "../fixtures/harness.js";

const FILES: Record<string, string> = {
  "price.h": "#ifndef PRICE_H\n#define PRICE_H\nint price(const char *name);\n#endif\n",
  "price.c": '#include "price.h"\n\nint price(const char *name)\n{\n\treturn name[0];\n}\n',
  "main.c":
    '/* price first in a comment */\n#include "price.h"\n\nint main(void)\n{\n\treturn price("price");\n}\n',
  "emoji.c": '#include "price.h"\n\nint out(void) { const char *s = "🎉"; /* 🎉 */ return price(s); }\n',
  "broken.c": "int n = undeclared_thing;\n",
};

/** clangd indexes only what its database lists, with absolute folders. */
function project(): Project {
  const made = makeProject(FILES);
  const entries = Object.keys(FILES).filter((file) => file.endsWith(".c"));
  made.write(
    "compile_commands.json",
    JSON.stringify(entries.map((file) => ({ directory: made.dir, file, arguments: ["cc", "-c", file] }))),
  );
  return made;
}

describe.skipIf(isMissing("clangd", ["--version"]))(
  "clangd (skipped where it is not installed)",
  { timeout: 120_000 },
  () => {
    let files: Project;
    let tool: Opened;
    const open = async (at: Project): Promise<Opened> =>
      await openTool(at.dir, { servers: [{ name: "clangd", command: "clangd", extensions: [".c", ".h"] }] });

    beforeAll(async () => {
      files = project();
      tool = await open(files);
    });
    afterAll(async () => {
      await tool.close();
      files.remove();
    });

    test("a rename on the first call waits for the index and changes every file", async () => {
      const fresh = project();
      const first = await open(fresh);
      expect(await first.text({ action: "rename", path: "main.c", symbol: "price", new_name: "worth" })).toBe(
        "renamed to worth: 4 edit(s) in 4 file(s)\nemoji.c: 1 edit(s)\nmain.c: 1 edit(s)\nprice.c: 1 edit(s)\nprice.h: 1 edit(s)",
      );
      expect(fresh.read("emoji.c")).toBe(FILES["emoji.c"]?.replace("price(s)", "worth(s)"));
      expect(fresh.read("main.c")).toBe(FILES["main.c"]?.replace('price("', 'worth("'));
      await first.close();
      fresh.remove();
    });

    test("references on the first call of a session, definition past the include", async () => {
      const text = await tool.text({ action: "references", path: "main.c", symbol: "price" });
      expect(text.split("\n").map((row) => row.split("  ")[0])).toEqual([
        "4 reference(s):",
        "emoji.c:3:53",
        "main.c:6:9",
        "price.c:3:5",
        "price.h:3:5",
      ]);
      expect(await tool.text({ action: "definition", path: "main.c", symbol: "price" })).toBe(
        "price.c:3:5  int price(const char *name)",
      );
    });

    test("diagnostics, and again as last published", async () => {
      const text = await tool.text({ action: "diagnostics", path: "broken.c" });
      expect(text).toMatch(
        /^1 diagnostic\(s\) in broken\.c:\nerror broken\.c:1:9 Use of undeclared identifier 'undeclared_thing' \[clang\]$/u,
      );
      expect(await tool.text({ action: "diagnostics", path: "broken.c" })).toBe(
        text.replace("broken.c:\n", "broken.c: (as last published)\n"),
      );
      files.write("broken.c", "int n = 1;\n");
      expect(await tool.text({ action: "diagnostics", path: "broken.c" })).toBe(
        "no diagnostics: broken.c is clean",
      );
    });
  },
);
