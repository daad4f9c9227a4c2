import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it, vi } from "vitest";
import { readRecords } from "./read-records.js";

it("names the file from the person's own folder when it says what had to be skipped", async () => {
  const home = tempFolder();
  vi.stubEnv("HOME", home);
  try {
    const file = join(home, "one.jsonl");
    writeFileSync(file, '{"type":"end","id":"1"}\nnonsense\n{"type":"user","id":"2","blo');
    expect((await readRecords(file)).notices).toEqual([
      "~/one.jsonl: 1 line cannot be read and was skipped (2)",
      "~/one.jsonl: the last line was not finished and does not count",
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});
