import { splitPadding, trimLine } from "./blanks.js";
import { foldTypography, stripGutter, unescapeText } from "./fold.js";
import { createLikeness } from "./similarity.js";
import type { TextView } from "./text-view.js";

/** 0-based, inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Pairs of lines that are compared to tell equally good windows apart. */
const MAX_COMPARISONS = 20_000;
/** A line that stands more often says nothing about a place. */
const MAX_PLACES = 40;
/** Lines by which a left out or additional line moves the others. */
const NEAR = 1;
/** Characters of a line. */
const MAX_COMPARED = 400;

/**
 * The lines that come closest to an `old` of two lines or more: the window of its length in which most of its lines stand
 * at their place, at least half of those that are not blank. Of equally good windows the one whose other lines are more
 * alike, then the first. Null when none is good enough. A listing's gutter, escapes, and then letter case and
 * typography are looked through only where the plain lines do not line up.
 */
export function closestRegion(view: TextView, old: string): LineRange | null {
  const readings = [old, stripGutter(old), unescapeText(old)].filter((text) => text !== undefined);
  for (const keysOf of [plainKeys, looseKeys]) {
    let fileKeys: readonly string[] | undefined;
    for (const reading of readings) {
      const wanted = keysOf(splitPadding(reading).core);
      const needed = wanted.filter((line) => line !== "").length;
      if (needed < 2) continue;
      fileKeys ??= keysOf(view.text).slice(0, view.starts.length);
      const region = bestWindow(fileKeys, wanted, needed) ?? bestNearby(fileKeys, wanted, needed);
      if (region !== null) return region;
    }
  }
  return null;
}

function plainKeys(text: string): string[] {
  return text.split("\n").map(trimLine);
}

function looseKeys(text: string): string[] {
  return plainKeys(foldTypography(text).toLowerCase()).map((line) =>
    line.includes("  ") || line.includes("\t") ? line.replaceAll(/[ \t]+/g, " ") : line,
  );
}

/** For each shift of `wanted` against the file how many of its lines line up; index = file line - old line + length. */
function countShifts(file: readonly string[], wanted: readonly string[]): Uint32Array {
  const places = new Map<string, number[]>();
  wanted.forEach((line, index) => {
    if (line !== "") places.set(line, [...(places.get(line) ?? []), index]);
  });
  const counts = new Uint32Array(file.length + wanted.length + 1);
  file.forEach((line, index) => {
    for (const place of places.get(line) ?? []) counts[index - place + wanted.length]!++;
  });
  return counts;
}

function bestWindow(file: readonly string[], wanted: readonly string[], needed: number): LineRange | null {
  const counts = countShifts(file, wanted);
  let most = 0;
  for (const count of counts) if (count > most) most = count;
  if (most * 2 < needed) return null;
  const shifts: number[] = [];
  counts.forEach((count, index) => {
    if (count === most && shifts.length < MAX_COMPARISONS / wanted.length) shifts.push(index - wanted.length);
  });
  const shift = shifts.length === 1 ? shifts[0] : mostAlike(file, wanted, shifts);
  if (shift === undefined) return null;
  return { from: Math.max(0, shift), to: Math.min(file.length, shift + wanted.length) - 1 };
}

/** Of windows that are equally good the one with most lines close to their places, then the most alike, then the first. */
function mostAlike(
  file: readonly string[],
  wanted: readonly string[],
  shifts: readonly number[],
): number | undefined {
  const likeness = wanted.map((line) => createLikeness(line.slice(0, MAX_COMPARED)));
  let best: number | undefined;
  let highest = -1;
  for (const shift of shifts) {
    let alike = 0;
    wanted.forEach((line, index) => {
      if (line === "") return;
      const other = file[shift + index];
      if (
        other === line ||
        file.slice(Math.max(0, shift + index - NEAR), Math.max(0, shift + index + NEAR + 1)).includes(line)
      )
        alike += 1;
      else if (other !== undefined) alike += likeness[index]?.(other.slice(0, MAX_COMPARED)) ?? 0;
    });
    if (alike > highest + 1e-9) {
      highest = alike;
      best = shift;
    }
  }
  return best;
}

/** For an `old` that leaves lines out or has too many: half of its lines in order, near one of its rarest lines. */
function bestNearby(file: readonly string[], wanted: readonly string[], needed: number): LineRange | null {
  const slack = Math.max(2, Math.floor(wanted.length / 2));
  let best: Chain = { from: 0, to: 0, found: 1 };
  for (const { index, places } of rarest(file, wanted)) {
    for (const place of places) {
      const low = Math.max(0, place - index - slack);
      const chain = inOrder(file, wanted, low, Math.min(file.length, low + wanted.length + 2 * slack));
      if (chain.found > best.found) best = chain;
    }
  }
  return best.found > 1 && best.found * 2 >= needed ? { from: best.from, to: best.to } : null;
}

function rarest(file: readonly string[], wanted: readonly string[]) {
  const places = new Map<string, number[]>();
  for (const line of wanted) if (line !== "") places.set(line, []);
  file.forEach((line, index) => places.get(line)?.push(index));
  return wanted
    .map((line, index) => ({ index, places: places.get(line) ?? [] }))
    .filter(({ places: { length } }) => length > 0 && length <= MAX_PLACES)
    .toSorted((a, b) => a.places.length - b.places.length)
    .slice(0, 3);
}

interface Chain extends LineRange {
  readonly found: number;
}

function inOrder(file: readonly string[], wanted: readonly string[], low: number, high: number): Chain {
  let from = -1;
  let to = -1;
  let found = 0;
  for (const line of wanted) {
    const at = line === "" ? -1 : file.slice(to < 0 ? low : to + 1, high).indexOf(line);
    if (at < 0) continue;
    to = (to < 0 ? low : to + 1) + at;
    if (from < 0) from = to;
    found++;
  }
  return { from, to, found };
}
