import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@mm-agent/core";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import type { UserBlock } from "../provider/types.js";
import { toPrompt } from "./to-prompt.js";
import type { BlockOptions } from "./types.js";

let root: string;
beforeEach(() => {
  root = tempFolder();
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "one\n");
});
const image: UserBlock = { type: "image", mimeType: "image/png", data: "AAAA" };
const attached = {
  type: "text",
  text: "[Attached by the person: src/a.ts (whole file)]\none\n[End of src/a.ts]",
};
const prompt = (given: string | readonly UserBlock[], about: BlockOptions = {}) =>
  toPrompt(given, { workspace: createWorkspace({ root }), maxOutput: 1000, about }, () => {});

test("a string attaches the files it mentions; blocks are sent as they are", async () => {
  expect((await prompt("see @src/a.ts")).blocks[1]).toEqual(attached);
  const blocks: UserBlock[] = [{ type: "text", text: "see @src/a.ts" }, image];
  expect(await prompt(blocks)).toEqual({ blocks, shown: "see @src/a.ts\n[image]" });
});

test("blocks attach what they mention when that is asked for, behind everything", async () => {
  const blocks: UserBlock[] = [{ type: "text", text: "see @src/a.ts" }, image];
  expect(await prompt(blocks, { mentions: true, shown: "see @src/a.ts [image 1]" })).toEqual({
    blocks: [...blocks, attached],
    shown: "see @src/a.ts [image 1]",
  });
});
