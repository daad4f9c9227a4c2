import { expect, test } from "vitest";
import { makeProject, openTool } from "../fixtures/harness.js";

const STARTS = 3;
const USES = 40;

/** Files that neither the open file nor its imports lead to: only a finished search for files finds them. */
function shop(): Record<string, string> {
  const files: Record<string, string> = { "price.py": "def price(n: int) -> int:\n    return n\n" };
  for (let n = 0; n < USES; n++) files[`part${n}/use.py`] = "from price import price\n\nprice(1)\n";
  return files;
}

test("pyright: the first answer of a cold start knows every file", { timeout: 240_000 }, async () => {
  for (let start = 0; start < STARTS; start++) {
    const project = makeProject(shop());
    const tool = await openTool(project.dir, {
      servers: [{ name: "pyright", command: "pyright-langserver", extensions: [".py"] }],
      readyMs: 60_000,
    });
    const text = await tool.text({ action: "references", path: "price.py", symbol: "price" });
    expect(text.split("\n", 1)).toEqual([`${1 + 2 * USES} reference(s):`]);
    await tool.close();
    project.remove();
  }
});
