import { identifierPattern } from "./identifiers.js";

/** Words that models put before a name (`function greet`); dropped when a name follows. */
const KEYWORDS = new Set(
  (
    "abstract async class const constructor def default enum export extern final fn func function impl import interface let " +
    "method module mut namespace new object package private protected pub public return static struct trait type typedef val var void"
  ).split(" "),
);

/** What a model meant with its `symbol` string. */
export interface CleanSymbol {
  readonly symbol: string;
  /** The last identifier when there is more than one. */
  readonly last?: string;
}

/**
 * Reads an identifier out of what a model wrote: quotes and punctuation are cut off, `receiver.` and `pkg.` dropped,
 * arguments and type parameters ignored. With several words the first is the symbol and the last stands in `last`.
 */
export function cleanSymbol(raw: string, extension: string): CleanSymbol {
  const bare = raw.replace(/\([^()]*\)/gu, " ").trim() || raw.trim();
  const words = bare.split(/[\s,;]+/u).flatMap((word) => identifierOf(word, extension) ?? []);
  while (words.length > 1 && KEYWORDS.has(words[0] ?? "")) words.shift();
  const symbol = words[0] ?? "";
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last === undefined ? { symbol } : { symbol, last };
}

function identifierOf(word: string, extension: string): string | undefined {
  const quoted = word.replace(/^["'`“”‘’([{<*&]+/u, "");
  const head = /^[^([<{]*/u.exec(quoted)?.[0] ?? "";
  return (head.match(identifierPattern(extension)) ?? quoted.match(identifierPattern(extension)))?.at(-1);
}
