import { expect, test } from "vitest";
import { showPatch } from "./show-patch.js";

test.each([
  ["trailing blanks", "@@ -1 +1 @@\n-a\n+a  \n", "@@ -1 +1 @@\n-a\n+a  "],
  ["a blank context line", "@@ -1,2 +1,2 @@\n-a\n+b\n \n", "@@ -1,2 +1,2 @@\n-a\n+b\n "],
  ["an added empty line", "@@ -1 +1,2 @@\n a\n+\n", "@@ -1 +1,2 @@\n a\n+"],
  ["a carriage return", "@@ -1 +1 @@\n-a\n+a\r\n", "@@ -1 +1 @@\n-a\n+a\r"],
])("shows %s at the end", (_, patch, shown) => {
  expect(showPatch(patch)).toBe(shown);
});
