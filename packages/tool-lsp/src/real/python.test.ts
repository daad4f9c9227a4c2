import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing, makeProject, openTool, type Opened, type Project } from "../fixtures/harness.js";

const FILES = {
  "pyrightconfig.json": '{ "typeCheckingMode": "basic" }',
  "shop/__init__.py": "",
  "shop/price.py": 'def price(name: str) -> int:\n    """Price in cents."""\n    return len(name)\n',
  "main.py": '# price first in a comment\nfrom shop.price import price\n\nprint("price of", price("a"))\n',
  "alias.py": "from shop.price import price as cost\r\n\r\ntotal = cost('c')\r\n",
  "emoji.py": 'from shop.price import price\n\ns = "👩‍🚀🎉"; p = price(s)\n',
  "broken.py": 'n: int = "text"\n',
  "clean.py": "n: int = 1\n",
};

let project: Project;
let tool: Opened;

function open(server: { name: string; command: string }): void {
  beforeAll(async () => {
    project = makeProject(FILES);
    tool = await openTool(project.dir, { servers: [{ ...server, extensions: [".py"] }] });
  });
  afterAll(async () => {
    await tool.close();
    project.remove();
  });
}

const renamed = (): void => {
  expect(project.read("shop/price.py")).toBe(FILES["shop/price.py"].replace("def price", "def worth"));
  expect(project.read("main.py")).toBe(
    '# price first in a comment\nfrom shop.price import worth\n\nprint("price of", worth("a"))\n',
  );
  expect(project.read("alias.py")).toBe("from shop.price import worth as cost\r\n\r\ntotal = cost('c')\r\n");
  expect(project.read("emoji.py")).toBe('from shop.price import worth\n\ns = "👩‍🚀🎉"; p = worth(s)\n');
};

describe("pyright", { timeout: 120_000 }, () => {
  open({ name: "pyright", command: "pyright-langserver" });

  test("definition passes over the module of the same name", async () => {
    expect(await tool.text({ action: "definition", path: "main.py", symbol: "price" })).toBe(
      "shop/price.py:1:5  def price(name: str) -> int:",
    );
    expect(await tool.text({ action: "definition", path: "alias.py", symbol: "cost", line: 3 })).toMatch(
      /^shop\/price\.py:1:5 {2}/u,
    );
  });

  test("hover, references, symbols", async () => {
    expect(await tool.text({ action: "hover", path: "main.py", symbol: "price" })).toMatch(
      /\(function\) def price\(name: str\) -> int[^]*Price in cents\./u,
    );
    const text = await tool.text({ action: "references", path: "shop/price.py", symbol: "price" });
    expect(text.split("\n").map((row) => row.split("  ")[0])).toEqual([
      "6 reference(s):",
      "alias.py:1:24",
      "emoji.py:1:24",
      "emoji.py:3:17",
      "main.py:2:24",
      "main.py:4:19",
      "shop/price.py:1:5",
    ]);
    expect(await tool.text({ action: "symbols", path: "shop/price.py" })).toMatch(
      /^function price {2}line 1\n/u,
    );
  });

  test("diagnostics", async () => {
    expect(await tool.text({ action: "diagnostics", path: "broken.py" })).toMatch(
      /^1 diagnostic\(s\) in broken\.py:\nerror broken\.py:1:10 [^]*\[Pyright\]$/u,
    );
    expect(await tool.text({ action: "diagnostics", path: "clean.py" })).toBe(
      "no diagnostics: clean.py is clean",
    );
    project.write("broken.py", "n: int = 2\n");
    expect(await tool.text({ action: "diagnostics", path: "broken.py" })).toBe(
      "no diagnostics: broken.py is clean",
    );
  });

  test("a dependency changed on disk", async () => {
    project.write("shop/price.py", "def other() -> int:\n    return 1\n");
    expect(await tool.text({ action: "diagnostics", path: "main.py" })).toMatch(
      /^1 diagnostic\(s\) in main\.py:\nerror main\.py:2:24 /u,
    );
    project.write("shop/price.py", FILES["shop/price.py"]);
    expect(await tool.text({ action: "diagnostics", path: "main.py" })).toBe(
      "no diagnostics: main.py is clean",
    );
  });

  test("rename", async () => {
    expect(
      await tool.text({ action: "rename", path: "main.py", symbol: "price", new_name: "worth" }),
    ).toMatch(/^renamed to worth: 6 edit\(s\) in 4 file\(s\)\n/u);
    renamed();
  });
});

// Version 1.7 of Debian's package counts in characters and says nothing about it.
describe.skipIf(isMissing("pylsp", ["--help"]))(
  "pylsp (skipped where it is not installed)",
  { timeout: 120_000 },
  () => {
    open({ name: "pylsp", command: "pylsp" });

    test("columns behind emoji, and a rename that replaces whole documents", async () => {
      expect(await tool.text({ action: "references", path: "shop/price.py", symbol: "price" })).toContain(
        "\nemoji.py:3:17  ",
      );
      expect(
        await tool.text({ action: "rename", path: "main.py", symbol: "price", line: 4, new_name: "worth" }),
      ).toMatch(/^renamed to worth: \d edit\(s\) in 4 file\(s\)\n/u);
      renamed();
    });
  },
);
