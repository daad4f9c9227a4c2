import { expect, test } from "vitest";
import { judge, makeCases } from "./fixtures/judge.js";
import { makeSources } from "./fixtures/sources.js";
import type { Judged } from "./fixtures/judge.js";

const show = ({ case: { perturbation, edits }, verdict, result }: Judged): string =>
  `${perturbation} ${verdict}\n${JSON.stringify(edits)}\n${result.slice(0, 600)}`;

test.each([1, 2])("model-like edits land or are refused, seed %i", (seed) => {
  const judged = makeCases(makeSources(seed), seed, 12).map(judge);
  const meant = judged.filter((each) => each.case.expect !== undefined);
  const right = meant.filter(({ verdict }) => verdict === "right");
  const wrong = judged.filter(({ verdict }) => verdict === "corrupted" || verdict === "taken");
  expect(judged.length).toBeGreaterThan(500);
  expect(right.length / meant.length).toBeGreaterThanOrEqual(0.99);
  expect(wrong.length / judged.length, wrong.map(show).join("\n\n")).toBeLessThanOrEqual(0.005);

  const strict = judged.filter((each) => ["plain", "bytes", "absent", "several"].includes(each.case.family));
  expect(strict.filter(({ verdict }) => verdict !== "right").map(show)).toEqual([]);
  expect(judged.filter(({ told }) => told === false).map(show)).toEqual([]);
  const pointing = judged.filter(({ pointed }) => pointed !== undefined);
  expect(pointing.filter(({ pointed }) => pointed).length / pointing.length).toBeGreaterThanOrEqual(0.9);
});
