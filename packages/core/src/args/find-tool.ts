import { editDistance } from "../text/edit-distance.js";
import { CONTROL_TOKEN } from "./read-json.js";
import { fold } from "./synonyms.js";

/** The declared name that is meant, or up to three declared names that are near. */
export type FoundTool =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly near: readonly string[] };

/** Model APIs allow 64 characters in a name; whatever is longer than this is no name. */
const MAX_NAME = 200;

/**
 * Finds the tool a model named. In this order: the exact name; without control tokens, the number of the call
 * (`:0`) and a namespace (`functions.`, `default_api:`); without case and separators, if exactly one declared
 * tool fits. It never guesses from the arguments.
 */
export function findTool(name: string, declared: readonly string[]): FoundTool {
  if (declared.includes(name)) return { ok: true, name };
  const bare = stripTokens(name.slice(0, MAX_NAME));
  if (bare === "") return { ok: false, near: [] };
  const numberless = bare.replace(/[:#]\d{1,4}$/, "");
  const candidates = [bare, numberless, numberless.slice(numberless.search(/[^.:/]*$/))].filter(
    (text) => text !== "",
  );
  const exact = candidates.find((candidate) => declared.includes(candidate));
  if (exact !== undefined) return { ok: true, name: exact };
  const folded = candidates.map(fold);
  const fits = declared.filter((tool) => folded.includes(fold(tool)));
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return { ok: true, name: only };
  return { ok: false, near: fits.length > 1 ? fits.slice(0, 3) : nearest(folded, declared) };
}

/** Control tokens end a name; in front of it they are skipped. Blanks, quotes and backticks round it go too. */
function stripTokens(name: string): string {
  let text = trimMarks(name);
  for (let at = 0; at < text.length; at++) {
    CONTROL_TOKEN.lastIndex = at;
    const token = CONTROL_TOKEN.exec(text)?.[0];
    if (token === undefined) continue;
    if (at > 0) return trimMarks(text.slice(0, at));
    text = trimMarks(text.slice(token.length));
    at = -1;
  }
  return text;
}

function trimMarks(text: string): string {
  return text.replaceAll(/^[\s"'`]+|[\s"'`]+$/g, "");
}

function nearest(folded: readonly string[], declared: readonly string[]): string[] {
  const rated = declared.map((tool) => {
    const name = fold(tool);
    const distance = Math.min(
      ...folded.map((given) => (holds(name, given) || holds(given, name) ? 1 : editDistance(given, name))),
    );
    return { tool, distance, bound: Math.max(1, Math.floor(name.length / 3)) };
  });
  return rated
    .filter(({ distance, bound }) => distance <= bound)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ tool }) => tool);
}

function holds(long: string, short: string): boolean {
  return short.length > 2 && long.includes(short);
}
