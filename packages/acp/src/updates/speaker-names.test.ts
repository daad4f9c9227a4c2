import { expect, it } from "vitest";
import { createSpeakerNames } from "./speaker-names.js";

const words: readonly (readonly ["text.delta" | "thought.delta", readonly string[]])[] = [
  ["text.delta", []],
  ["thought.delta", []],
  ["text.delta", ["coder"]],
  ["text.delta", ["coder"]],
  ["text.delta", ["coder", "deep"]],
  ["text.delta", []],
];
const before = (reads: boolean): string[] => {
  const names = createSpeakerNames(reads);
  return words.map(([type, agent]) =>
    names.before({ v: 1, seq: 1, at: "", session: "s", type, messageId: "m", text: "x", agent }),
  );
};

it("names an asked agent where it begins to speak, and parts its words from the others", () => {
  expect(before(false)).toEqual(["", "", "\n\n**coder:** ", "", "\n\n**coder · deep:** ", "\n\n"]);
});

it("adds nothing for a client that reads the path", () => {
  expect(before(true)).toEqual(["", "", "", "", "", ""]);
});
