import type { Judged } from "../src/engine/fixtures/judge.js";
import { judge, makeCases } from "../src/engine/fixtures/judge.js";
import { makeSources } from "../src/engine/fixtures/sources.js";
import { printFigure } from "./figures.js";

const STRICT = ["plain", "bytes", "absent", "several"];

/** Model-like edits: how many land, how many go wrong, how many refusals point to the right lines. */
export function printFidelity(folder: string, seed: number, count: number): boolean {
  const judged = makeCases(makeSources(seed, folder), seed, count).map(judge);
  console.log(`\n${judged.length} model-like edits, seed ${seed}: right / missed / corrupted`);
  for (const [family, cases] of groupBy(judged, (each) => each.case.family)) {
    for (const [name, some] of groupBy(cases, (each) => each.case.perturbation)) {
      const wrong = some.filter(({ verdict }) => verdict === "corrupted" || verdict === "taken").length;
      const missed = some.filter(({ verdict }) => verdict === "missed").length;
      console.log(
        `  ${`${family} ${name}`.padEnd(32)} ${some.length - wrong - missed} / ${missed} / ${wrong}`,
      );
    }
  }
  const meant = judged.filter((each) => each.case.expect !== undefined);
  const success = meant.filter(({ verdict }) => verdict === "right").length / meant.length;
  const corrupted =
    judged.filter(({ verdict }) => verdict === "corrupted" || verdict === "taken").length / judged.length;
  const strict = judged.filter(
    (each) => STRICT.includes(each.case.family) && each.verdict !== "right",
  ).length;
  const untold = judged.filter(({ told }) => told === false).length;
  const pointing = judged.filter(({ pointed }) => pointed !== undefined);
  const pointed = pointing.filter((each) => each.pointed).length / pointing.length;
  return [
    printFigure("edits that should land and did", percent(success), success >= 0.99, ">= 99 %"),
    printFigure("silently corrupted", percent(corrupted), corrupted <= 0.005, "<= 0.5 %"),
    printFigure("misses in plain, bytes, absent, several", String(strict), strict === 0, "0"),
    printFigure("loose matches not reported", String(untold), untold === 0, "0"),
    printFigure("refusals that point to the right lines", percent(pointed), pointed >= 0.9, ">= 90 %"),
  ].every(Boolean);
}

function groupBy(list: readonly Judged[], key: (each: Judged) => string): Map<string, Judged[]> {
  const groups = new Map<string, Judged[]>();
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}
