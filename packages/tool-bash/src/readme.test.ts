import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example of the README prints what it says", async () => {
  const script = fileURLToPath(new URL("fixtures/readme.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toBe("building\nproblem\n\n{ type: 'exited', code: 3 }\n");
});
