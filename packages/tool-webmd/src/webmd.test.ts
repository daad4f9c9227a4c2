import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("fixtures/webmd.mjs", import.meta.url));

test("a reader that stops early ends it quietly", async () => {
  const child = spawn(process.execPath, [script], { stdio: "pipe" });
  let errors = "";
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  child.stdout.destroy();
  child.stdin.end("<p>some text</p>".repeat(50_000));
  const [code] = (await once(child, "close")) as [number];
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
});
