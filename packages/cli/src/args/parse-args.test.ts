import { expect, it } from "vitest";
import { COMMANDS } from "../commands/table.js";
import { nearest } from "./parse-args.js";

it("takes a short word for a mistyped name only when it is one edit away", () => {
  const names = Object.keys(COMMANDS);
  expect(["begin", "fix", "go", "test"].map((word) => nearest(word, names))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["logn", "lgoin", "tols", "sesions", "sesion"].map((word) => nearest(word, names))).toEqual([
    "login",
    "login",
    "tools",
    "sessions",
    "sessions",
  ]);
});
