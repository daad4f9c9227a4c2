import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { defineTool } from "../tool/define-tool.js";
import { shell } from "./fixtures.js";
import { readArguments } from "./read-arguments.js";

/** Takes any fields, so that every object is valid input. */
const open = defineTool({
  name: "open",
  kind: "other",
  description: "Takes anything.",
  input: { type: "object", additionalProperties: true },
  run: () => "",
});

/** A small generator of pseudo-random numbers (mulberry32), so that a failure repeats. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PIECES = [
  "a",
  "é",
  "😀",
  "\n",
  "\t",
  '"',
  "'",
  "\\",
  "\\d",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "True",
  "```",
  "<|end|>",
  "\u0000",
  "\ud800",
  " ",
];

function makeText(random: (below: number) => number): string {
  return Array.from({ length: random(8) }, () => PIECES[random(PIECES.length)]).join("");
}

function makeValue(random: (below: number) => number, depth: number): unknown {
  const pick = random(depth > 3 ? 5 : 7);
  if (pick === 0) return null;
  if (pick === 1) return random(2) === 0;
  if (pick === 2) return (random(2_000_001) - 1_000_000) / (random(2) === 0 ? 1 : 64);
  if (pick < 5) return makeText(random);
  if (pick === 5) return Array.from({ length: random(4) }, () => makeValue(random, depth + 1));
  return makeObject(random, depth + 1);
}

function makeObject(random: (below: number) => number, depth = 0): Record<string, unknown> {
  // Names apart from the wrappers' and from __proto__, which have tests of their own.
  return Object.fromEntries(
    Array.from({ length: random(5) }, () => [`k${makeText(random)}`, makeValue(random, depth)]),
  );
}

const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

describe("properties", () => {
  it("every valid JSON object comes through untouched, also pretty-printed and encoded", () => {
    for (const seed of seeds) {
      const value = makeObject(randomFrom(seed));
      for (const text of [
        JSON.stringify(value),
        JSON.stringify(value, null, 2),
        JSON.stringify(JSON.stringify(value)),
      ]) {
        const outcome = readArguments(open, text);
        if (!outcome.ok || outcome.dropped.length > 0 || !isDeepStrictEqual(outcome.value, value)) {
          expect({ seed, text, outcome }).toEqual({
            seed,
            text,
            outcome: { ok: true, value, repaired: [], dropped: [] },
          });
        }
      }
    }
  });

  it("no strict prefix of a JSON object is run, and each is reported as cut", () => {
    for (const seed of seeds.slice(0, 60)) {
      const text = JSON.stringify(makeObject(randomFrom(seed)));
      for (let end = 1; end < text.length; end++) {
        const outcome = readArguments(open, text.slice(0, end));
        if (outcome.ok || outcome.reason !== "cut")
          expect({ prefix: text.slice(0, end), outcome }).toBe("cut");
      }
    }
  });

  it("no strict prefix of a repaired or encoded object is run", () => {
    const text = String.raw`{'command': 'say \'hi\'', "x": "\d", 'l': [True, 1.5e3,],}`;
    for (const whole of [text, JSON.stringify(text), `\`\`\`json\n${text}`]) {
      expect(readArguments(open, whole).ok).toBe(true);
      for (let end = 1; end < whole.length; end++) {
        const outcome = readArguments(open, whole.slice(0, end));
        if (outcome.ok) expect({ prefix: whole.slice(0, end), outcome }).toBe("not run");
      }
    }
  });

  it("no text makes it throw", () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const text = Array.from({ length: 12 }, () => makeText(random)).join("");
      for (const start of ["", "{", '{"command":', "{'command':'", "["]) {
        expect(typeof readArguments(shell, start + text).ok).toBe("boolean");
      }
    }
  });
});
