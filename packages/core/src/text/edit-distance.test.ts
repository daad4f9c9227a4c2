import { expect, it } from "vitest";
import { editDistance } from "./edit-distance.js";

it.each([
  ["", "", 0],
  ["", "abc", 3],
  ["model", "model", 0],
  ["modle", "model", 1],
  ["mdel", "model", 1],
  ["models", "model", 1],
  ["nodel", "model", 1],
  ["kitten", "sitting", 3],
])("%j to %j takes %i", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});
