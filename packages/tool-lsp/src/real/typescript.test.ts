import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerConfig } from "../config/types.js";
import {
  isRunning,
  makeProject,
  openTool,
  packageFolder,
  type Opened,
  type Project,
} from "../fixtures/harness.js";

const EXTENSIONS = [".ts"];
const SERVERS: [string, ServerConfig][] = [
  [
    "typescript-language-server over TypeScript 5",
    {
      name: "typescript",
      command: "typescript-language-server",
      extensions: EXTENSIONS,
      initializationOptions: { tsserver: { path: join(packageFolder("typescript5"), "lib") } },
    },
  ],
  [
    "the server of TypeScript 7",
    {
      name: "tsc",
      command: join(packageFolder("../../../node_modules/.bin"), "tsc"),
      args: ["--lsp", "--stdio"],
      extensions: EXTENSIONS,
    },
  ],
];

const FILES = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "Bundler", "noEmit": true, "types": [] }, "include": ["src"] }',
  "src/price.ts":
    "/** Price in cents. */\nexport function price(name: string): number {\n  return name.length;\n}\n\nexport interface Item {\n  name: string;\n}\n",
  "src/use.ts":
    '// price is used below\nimport { price } from "./price";\n\nconsole.log("price of", price("a"), price("b"));\n',
  "src/alias.ts": '\ufeffimport { price as cost } from "./price";\r\n\r\nexport const total = cost("c");\r\n',
  "src/emoji.ts": 'import { price } from "./price";\nconst s = "👩‍🚀🎉"; export const p = price(s);\n',
  "src/[id]/page one.ts": 'import { price } from "../price";\nexport const page = price("d");',
  "src/broken.ts": 'export const wrong: number = "text";\n',
  "src/clean.ts": "export const fine: number = 1;\n",
  "src/console.d.ts": "declare const console: { log(...values: unknown[]): void };\n",
  "src/shapes.ts":
    "export interface Shape {\n  area(): number;\n}\nexport class Square implements Shape {\n  area(): number {\n    return side();\n  }\n}\nexport function side(): number {\n  return 2;\n}\n",
};

describe.each(SERVERS)("%s", { timeout: 120_000 }, (_name, server) => {
  let project: Project;
  let tool: Opened;

  beforeAll(() => {
    project = makeProject(FILES);
  });
  beforeAll(async () => {
    tool = await openTool(project.dir, { servers: [server], extended: true });
  });
  afterAll(async () => {
    await tool.close();
    project.remove();
  });

  test("the first call already finds every reference", async () => {
    const text = await tool.text({ action: "references", path: "src/use.ts", symbol: "price" });
    expect(text.split("\n").map((row) => row.split("  ")[0])).toEqual([
      "11 reference(s):",
      "src/[id]/page one.ts:1:10",
      "src/[id]/page one.ts:2:21",
      "src/alias.ts:1:10",
      "src/alias.ts:1:19",
      "src/alias.ts:3:22",
      "src/emoji.ts:1:10",
      "src/emoji.ts:2:36",
      "src/price.ts:2:17",
      "src/use.ts:2:10",
      "src/use.ts:4:25",
      "src/use.ts:4:37",
    ]);
  });

  test("definition, through an alias, and by position behind emoji", async () => {
    expect(await tool.text({ action: "definition", path: "src/use.ts", symbol: "price" })).toBe(
      "src/price.ts:2:17  export function price(name: string): number {",
    );
    expect(await tool.text({ action: "definition", path: "src/alias.ts", symbol: "cost" })).toMatch(
      /^src\/price\.ts:2:17 {2}/u,
    );
    expect(await tool.text({ action: "definition", path: "src/emoji.ts", line: 2, column: 36 })).toMatch(
      /^src\/price\.ts:2:17 {2}/u,
    );
  });

  test("hover and symbols", async () => {
    expect(await tool.text({ action: "hover", path: "src/use.ts", symbol: "price" })).toMatch(
      /price\(name: string\): number[^]*Price in cents\./u,
    );
    expect(await tool.text({ action: "symbols", path: "src/price.ts" })).toMatch(
      /^function price.* line 2\ninterface Item.* line 6\n {2}property name.* line 7$/u,
    );
  });

  test("diagnostics: wrong, clean, and after changes on disk in both directions", async () => {
    expect(await tool.text({ action: "diagnostics", path: "src/broken.ts" })).toMatch(
      /^1 diagnostic\(s\) in src\/broken\.ts:\nerror src\/broken\.ts:1:14 Type 'string' is not assignable to type 'number'\. \[\w+\]$/u,
    );
    expect(await tool.text({ action: "diagnostics", path: "src/clean.ts" })).toBe(
      "no diagnostics: src/clean.ts is clean",
    );
    project.write("src/broken.ts", "export const wrong: number = 1;\n");
    project.write("src/clean.ts", "export const fine: number = '1';\n");
    expect(await tool.text({ action: "diagnostics", path: "src/broken.ts" })).toBe(
      "no diagnostics: src/broken.ts is clean",
    );
    expect(await tool.text({ action: "diagnostics", path: "src/clean.ts" })).toMatch(
      /^1 diagnostic\(s\) in src\/clean\.ts:\nerror src\/clean\.ts:1:14 /u,
    );
  });

  test("another file changed on disk is seen by the next answer", async () => {
    project.write("src/price.ts", `// moved\n\n${FILES["src/price.ts"]}`);
    expect(await tool.text({ action: "definition", path: "src/use.ts", symbol: "price" })).toMatch(
      /^src\/price\.ts:4:17 {2}/u,
    );
    project.write("src/price.ts", FILES["src/price.ts"].replace("price(", "other("));
    expect(await tool.text({ action: "diagnostics", path: "src/use.ts" })).toMatch(
      /^\d diagnostic\(s\) in src\/use\.ts:\nerror src\/use\.ts:2:10 /u,
    );
    project.write("src/price.ts", FILES["src/price.ts"]);
    expect(await tool.text({ action: "definition", path: "src/use.ts", symbol: "price" })).toMatch(
      /^src\/price\.ts:2:17 {2}/u,
    );
  });

  test("a conflicting or impossible rename writes nothing", async () => {
    const before = project.read("src/use.ts");
    const result = await tool.call({
      action: "rename",
      path: "src/use.ts",
      symbol: "log",
      new_name: "print",
      line: 99,
    });
    expect(result.text).toBe("[lsp: line 99 is past the end of src/use.ts (4 lines)]");
    expect(project.read("src/use.ts")).toBe(before);
  });

  test("further actions", async () => {
    expect(await tool.text({ action: "implementation", path: "src/shapes.ts", symbol: "Shape" })).toMatch(
      /^src\/shapes\.ts:4:14 {2}/u,
    );
    expect(
      await tool.text({ action: "incoming_calls", path: "src/shapes.ts", symbol: "side", line: 9 }),
    ).toBe("1 incoming call(s) of side:\nsrc/shapes.ts:6:12  return side();  (in method area)");
    expect(
      await tool.text({ action: "outgoing_calls", path: "src/shapes.ts", symbol: "area", line: 5 }),
    ).toBe(
      "1 function(s) called by area:\nsrc/shapes.ts:9:17  export function side(): number {  (function side)",
    );
    expect(await tool.text({ action: "workspace_symbols", symbol: "Squar" })).toMatch(
      /^1 symbol\(s\):\nclass Square.* {2}src\/shapes\.ts:4$/u,
    );
    expect(
      await tool.text({
        action: "references",
        path: "src/use.ts",
        symbol: "price",
        limit: 2,
        include_declaration: false,
      }),
    ).toMatch(/reference\(s\):\n.*\n.*\n… \d+ more in \d file\(s\)$/u);
  });

  test("organize_imports and rename_file", async () => {
    project.write(
      "src/unused.ts",
      'import { side, type Shape } from "./shapes";\nexport const s: Shape | undefined = undefined;\n',
    );
    expect(await tool.text({ action: "organize_imports", path: "src/unused.ts" })).toMatch(
      /^applied "Organize Imports": /u,
    );
    expect(project.read("src/unused.ts")).toMatch(/^import \{ type Shape \} from "\.\/shapes";\n/u);
    expect(
      await tool.text({ action: "rename_file", path: "src/shapes.ts", new_path: "src/deep/forms.ts" }),
    ).toBe("moved src/shapes.ts to src/deep/forms.ts: 1 edit(s) in 1 file(s)\nsrc/unused.ts: 1 edit(s)");
    expect(project.read("src/unused.ts")).toContain('from "./deep/forms"');
    expect(await tool.text({ action: "diagnostics", path: "src/unused.ts" })).toBe(
      "no diagnostics: src/unused.ts is clean",
    );
  });

  test("a rename from a use reaches every file byte for byte, and the next answer knows it", async () => {
    const text = await tool.text({
      action: "rename",
      path: "src/use.ts",
      symbol: "price",
      new_name: "worth",
    });
    expect(text).toBe(
      "renamed to worth: 9 edit(s) in 5 file(s)\nsrc/[id]/page one.ts: 2 edit(s)\nsrc/alias.ts: 1 edit(s)\nsrc/emoji.ts: 2 edit(s)\nsrc/price.ts: 1 edit(s)\nsrc/use.ts: 3 edit(s)",
    );
    expect(project.read("src/alias.ts")).toBe(FILES["src/alias.ts"].replace("price as", "worth as"));
    expect(project.read("src/emoji.ts")).toBe(
      'import { worth } from "./price";\nconst s = "👩‍🚀🎉"; export const p = worth(s);\n',
    );
    expect(project.read("src/use.ts")).toBe(
      '// price is used below\nimport { worth } from "./price";\n\nconsole.log("price of", worth("a"), worth("b"));\n',
    );
    expect(project.read("src/[id]/page one.ts")).toBe(
      'import { worth } from "../price";\nexport const page = worth("d");',
    );
    expect(await tool.text({ action: "references", path: "src/price.ts", symbol: "worth" })).toMatch(
      /^11 reference\(s\):/u,
    );
  });

  test.skipIf(server.name !== "typescript")(
    "when the compiler process behind typescript-language-server dies, the next call starts both again (the other server has none)",
    async () => {
      const { execFileSync } = await import("node:child_process");
      const rows = execFileSync("ps", ["-eo", "pid,ppid,pgid,args"], { encoding: "utf8" })
        .split("\n")
        .map((row) => row.trim().split(/\s+/u));
      const servers = rows.filter(([, parent]) => Number(parent) === process.pid).map(([pid]) => pid);
      const compilers = rows.filter(
        ([, , group, ...args]) => servers.includes(group) && args.some((arg) => arg.endsWith("tsserver.js")),
      );
      expect(compilers.length).toBeGreaterThan(0);
      for (const [pid] of compilers) process.kill(Number(pid), "SIGKILL");
      expect(await tool.text({ action: "references", path: "src/price.ts", symbol: "worth" })).toMatch(
        /^11 reference\(s\):/u,
      );
    },
  );

  test("the end leaves no process behind", async () => {
    const { execFileSync } = await import("node:child_process");
    await tool.close();
    const left = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
      .split("\n")
      .filter((row) => row.includes(project.dir));
    expect(left.filter((row) => isRunning(Number.parseInt(row, 10)))).toEqual([]);
  });
});
