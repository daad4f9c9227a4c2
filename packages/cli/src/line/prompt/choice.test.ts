import { expect, it } from "vitest";
import { createStyle } from "../../output/style.js";
import { key } from "../keys/types.js";
import { Choice } from "./choice.js";

const style = createStyle({ isTTY: false }, {});

function choice(count: number, at = 0): { chosen: (number | undefined)[]; choice: Choice } {
  const chosen: (number | undefined)[] = [];
  const labels = Array.from({ length: count }, (_, index) => `label ${index}`);
  return { chosen, choice: new Choice(labels, at, (index) => void chosen.push(index)) };
}

it("chooses with the arrows and Enter, by number, or not at all", () => {
  const { chosen, choice: list } = choice(3, 1);
  expect(list.live(40, style).rows).toEqual(["  1. label 0", "❯ 2. label 1", "  3. label 2"]);
  list.press(key("down"));
  list.press(key("down"));
  list.press(key("enter"));
  list.press({ type: "text", text: "2" });
  list.press({ type: "text", text: "9" });
  list.press(key("escape"));
  expect(chosen).toEqual([0, 1, undefined]);
});

it("shows a window of a long list, cut to the terminal", () => {
  const { choice: list } = choice(40, 20);
  const { rows } = list.live(12, style);
  expect(rows).toHaveLength(11);
  expect(rows).toContain("❯ 21. labe…");
  expect(rows.at(-1)).toBe("  21 of 40");
});
