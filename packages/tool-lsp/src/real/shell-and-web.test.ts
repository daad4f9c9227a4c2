import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing, makeProject, openTool, type Opened, type Project } from "../fixtures/harness.js";

let project: Project;
let tool: Opened;

beforeAll(async () => {
  project = makeProject({
    "lib.sh": '#!/usr/bin/env bash\n# greet says hello.\ngreet() {\n  echo "Hello, $1"\n}\n',
    "main.sh":
      '#!/usr/bin/env bash\n# greet first in a comment\nsource ./lib.sh\necho "🎉 done"; greet "Bob"\n',
    "broken.sh": "#!/usr/bin/env bash\nif true; then\n  echo hi\n",
    "broken.json": '{\n  "name": "a",\n  "name": "b",\n}\n',
    "clean.json": '{ "name": "a", "nested": { "list": [1] } }\n',
    "clean.css": ":root {\n  --brand: #369;\n}\n.card {\n  color: var(--brand);\n}\n",
    "broken.css": ".card {\n  colr: red;\n}\n",
  });
  tool = await openTool(project.dir, {
    servers: [
      { name: "bash", command: "bash-language-server", extensions: [".sh"] },
      { name: "json", command: "vscode-json-language-server", extensions: [".json"] },
      { name: "css", command: "vscode-css-language-server", extensions: [".css"] },
    ],
  });
});
afterAll(async () => {
  await tool.close();
  project.remove();
});

describe("bash-language-server", { timeout: 120_000 }, () => {
  test("references on the first call, counted in characters", async () => {
    const text = await tool.text({ action: "references", path: "lib.sh", symbol: "greet" });
    expect(text.split("\n").map((row) => row.split("  ")[0])).toEqual([
      "2 reference(s):",
      "lib.sh:3:1",
      "main.sh:4:16",
    ]);
    expect(await tool.text({ action: "definition", path: "main.sh", symbol: "greet" })).toBe(
      "lib.sh:3:1  greet() {",
    );
  });

  test.skipIf(isMissing("shellcheck", ["--version"]))(
    "diagnostics (skipped where shellcheck is not installed)",
    async () => {
      expect(await tool.text({ action: "diagnostics", path: "broken.sh" })).toMatch(
        /diagnostic\(s\) in broken\.sh:\n[^]*Couldn't find 'fi' for this 'if'\./u,
      );
    },
  );
});

describe("the json and css servers", { timeout: 120_000 }, () => {
  test("json: diagnostics, symbols, and no hover over what it does not know", async () => {
    const text = await tool.text({ action: "diagnostics", path: "broken.json" });
    expect(text).toMatch(/^3 diagnostic\(s\) in broken\.json:\n/u);
    expect(text).toMatch(/Duplicate object key[^]*Trailing comma/u);
    expect(await tool.text({ action: "symbols", path: "clean.json" })).toMatch(
      /name[^]*nested[^]*\n {2}array list/u,
    );
    expect(await tool.text({ action: "references", path: "clean.json", symbol: "name" })).toBe(
      "[lsp: json: references is not supported by this server]",
    );
  });

  test("css: references of a custom property with and without its dashes, rename, diagnostics", async () => {
    for (const symbol of ["--brand", "brand"]) {
      expect(await tool.text({ action: "references", path: "clean.css", symbol })).toMatch(
        /^2 reference\(s\):\nclean\.css:2:3 .*\nclean\.css:5:14 /u,
      );
    }
    expect(await tool.text({ action: "diagnostics", path: "broken.css" })).toMatch(
      /^1 diagnostic\(s\) in broken\.css:\nwarning broken\.css:2:3 Unknown property: 'colr'/u,
    );
    expect(
      await tool.text({ action: "rename", path: "clean.css", symbol: "--brand", new_name: "--accent" }),
    ).toBe("renamed to --accent: 2 edit(s) in 1 file(s)\nclean.css: 2 edit(s)");
    expect(project.read("clean.css")).toBe(
      ":root {\n  --accent: #369;\n}\n.card {\n  color: var(--accent);\n}\n",
    );
    expect(await tool.text({ action: "rename", path: "clean.css", symbol: "accent", new_name: "tone" })).toBe(
      "renamed to --tone: 2 edit(s) in 1 file(s)\nclean.css: 2 edit(s)",
    );
    expect(project.read("clean.css")).toContain("color: var(--tone);");
    await tool.text({ action: "rename", path: "clean.css", symbol: "card", new_name: "tile" });
    expect(project.read("clean.css")).toContain("\n.tile {");
  });
});
