import { expect, it } from "vitest";
import { createCompletion } from "./completion-provider.js";

const provider = createCompletion({
  commands: () => [{ name: "mode", description: "the mode" }],
  files: () => ["src/", "src/clock.ts", "a b.txt"],
});
const signal = new AbortController().signal;

it("completes a file in the middle of several lines", async () => {
  const lines = ["first", "see @clo now"];
  const found = await provider.getSuggestions(lines, 1, 8, { signal });
  expect(found?.prefix).toBe("@clo");
  const [item] = found?.items ?? [];
  expect(item).toEqual({ value: "@src/clock.ts ", label: "src/clock.ts" });
  expect(item && provider.applyCompletion(lines, 1, 8, item, "@clo")).toEqual({
    lines: ["first", "see @src/clock.ts now"],
    cursorLine: 1,
    cursorCol: 17,
  });
});

it("completes a command at the very beginning only", async () => {
  expect((await provider.getSuggestions(["/mo"], 0, 3, { signal }))?.items[0]).toEqual({
    value: "/mode ",
    label: "/mode",
    description: "the mode",
  });
  expect(await provider.getSuggestions(["", "/mo"], 1, 3, { signal })).toBeNull();
});
