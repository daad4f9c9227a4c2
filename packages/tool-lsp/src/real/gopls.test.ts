import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing, makeProject, openTool, type Opened, type Project } from "../fixtures/harness.js";

const FILES = {
  "go.mod": "module example.com/shop\n\ngo 1.19\n",
  "price/price.go":
    "package price\n\n// Item has a name.\ntype Item struct {\n\tName string\n}\n\n// Price is in cents.\nfunc Price(i Item) int {\n\treturn len(i.Name)\n}\n",
  "main.go":
    'package main\n\n// Price first in a comment.\nimport "example.com/shop/price"\n\nfunc main() {\n\tprintln("Price of", "🎉", price.Price(price.Item{Name: "a"}))\n}\n',
  "broken/broken.go": 'package broken\n\nvar N int = "text"\n',
};

describe.skipIf(isMissing("gopls", ["version"]))(
  "gopls (skipped where it is not installed)",
  { timeout: 120_000 },
  () => {
    let project: Project;
    let tool: Opened;

    beforeAll(async () => {
      project = makeProject(FILES);
      tool = await openTool(project.dir, {
        servers: [{ name: "gopls", command: "gopls", extensions: [".go"] }],
      });
    });
    afterAll(async () => {
      await tool.close();
      project.remove();
    });

    test("a rename on the first call covers every package and the doc comment", async () => {
      const fresh = makeProject(FILES);
      const first = await openTool(fresh.dir, {
        servers: [{ name: "gopls", command: "gopls", extensions: [".go"] }],
      });
      expect(
        await first.text({ action: "rename", path: "main.go", symbol: "Price", new_name: "Worth" }),
      ).toBe("renamed to Worth: 3 edit(s) in 2 file(s)\nmain.go: 1 edit(s)\nprice/price.go: 2 edit(s)");
      expect(fresh.read("main.go")).toBe(FILES["main.go"].replace("price.Price(", "price.Worth("));
      expect(fresh.read("price/price.go")).toContain("// Worth is in cents.\nfunc Worth(i Item)");
      await first.close();
      fresh.remove();
    });

    test("definition with a package prefix, references, hover", async () => {
      expect(await tool.text({ action: "definition", path: "main.go", symbol: "price.Price" })).toBe(
        "price/price.go:9:6  func Price(i Item) int {",
      );
      expect(await tool.text({ action: "references", path: "main.go", symbol: "Price" })).toMatch(
        /^2 reference\(s\):\nmain\.go:7:33 .*\nprice\/price\.go:9:6 /u,
      );
      expect(await tool.text({ action: "hover", path: "main.go", symbol: "Price" })).toMatch(
        /func price\.Price\(i price\.Item\) int[^]*Price is in cents\./u,
      );
    });

    test("diagnostics of a file whose errors were published before it was opened, then mended", async () => {
      expect(await tool.text({ action: "diagnostics", path: "broken/broken.go" })).toMatch(
        /^1 diagnostic\(s\) in broken\/broken\.go:.*\nerror broken\/broken\.go:3:13 /u,
      );
      project.write("broken/broken.go", "package broken\n\nvar N int = 1\n");
      expect(await tool.text({ action: "diagnostics", path: "broken/broken.go" })).toBe(
        "no diagnostics: broken/broken.go is clean",
      );
      expect(await tool.text({ action: "diagnostics", path: "price/price.go" })).toMatch(
        /^no diagnostics: price\/price\.go is clean/u,
      );
    });
  },
);
