import { afterEach, describe, expect, test } from "vitest";
import { isMissing, makeProject, openTool, type Opened, type Project } from "../fixtures/harness.js";

const WHY =
  'there is no compile_commands.json, so clangd does not know the other files — create one with "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON" or "bear -- make"';
const FILES = {
  "price.h": "int price(int n);\n",
  "price.c":
    '#include "price.h"\n\nint price(int n)\n{\n\tint sum = n;\n\treturn sum;\n}\n\nint lonely(void) { return 1; }\n',
  "main.c": '#include "price.h"\n\nint main(void)\n{\n\tint sum = 1;\n\treturn price(sum);\n}\n',
};

describe.skipIf(isMissing("clangd", ["--version"]))(
  "clangd without a compilation database (skipped where it is not installed)",
  { timeout: 120_000 },
  () => {
    let project: Project;
    let tool: Opened;
    const open = async (): Promise<void> => {
      project = makeProject(FILES);
      tool = await openTool(project.dir, {
        servers: [{ name: "clangd", command: "clangd", extensions: [".c", ".h"] }],
      });
    };
    const rename = (symbol: string): Promise<string> =>
      tool.text({ action: "rename", path: "price.c", symbol, new_name: "fresh" });

    afterEach(async () => {
      await tool.close();
      project.remove();
    });

    test("references say that only this file was searched, and how to change that", async () => {
      await open();
      const text = await tool.text({ action: "references", path: "price.c", symbol: "price" });
      expect(text.split("\n").at(-1)).toBe(`(only this file was searched: ${WHY})`);
    });

    test("a rename refuses when another file holds the name, and works for a local name or one that stands nowhere else", async () => {
      await open();
      expect(await rename("price")).toBe(
        `[lsp: clangd: rename refused: it could miss uses: ${WHY}. "price" also stands in main.c:6, price.h:1 — nothing was written]`,
      );
      expect(project.read("price.c")).toBe(FILES["price.c"]);
      expect(await rename("sum")).toMatch(/^renamed to fresh: 2 edit\(s\) in 1 file\(s\)\n/u);
      expect(await rename("lonely")).toMatch(/^renamed to fresh: 1 edit\(s\) in 1 file\(s\)\n/u);
    });

    test("a database that appears is used at once", async () => {
      await open();
      expect(await rename("price")).toContain("rename refused");
      const entries = ["price.c", "main.c"].map((file) => ({
        directory: project.dir,
        file,
        arguments: ["cc", "-c", file],
      }));
      project.write("compile_commands.json", JSON.stringify(entries));
      expect(await rename("price")).toMatch(/^renamed to fresh: 3 edit\(s\) in 3 file\(s\)\n/u);
      expect(project.read("main.c")).toContain("return fresh(sum);");
    });
  },
);
