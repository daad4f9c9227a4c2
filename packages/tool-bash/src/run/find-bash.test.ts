import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBash } from "./find-bash.js";

test("the first program named bash on the PATH, else a usual place, else none", () => {
  const folder = mkdtempSync(join(tmpdir(), "tool-bash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [directory, data, program] = ["a", "b", "c"].map((name) => join(folder, name));
  for (const path of [directory, data, program]) mkdirSync(path ?? "");
  mkdirSync(join(directory ?? "", "bash"));
  writeFileSync(join(data ?? "", "bash"), "");
  writeFileSync(join(program ?? "", "bash"), "");
  chmodSync(join(data ?? "", "bash"), 0o644);
  chmodSync(join(program ?? "", "bash"), 0o755);
  const found = join(program ?? "", "bash");
  expect(findBash({ PATH: `relative:${directory}:${data}:${program}` }, [])).toBe(found);
  expect(findBash({ PATH: `${directory}:${data}` }, ["/no/bash", found])).toBe(found);
  expect(findBash({ PATH: `${directory}:${data}` }, [])).toBeUndefined();
  expect(findBash({}, [])).toBeUndefined();
});
