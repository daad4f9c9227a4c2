/** Files whose identifiers may hold `-` (`--brand`, `my-func`). */
const DASHED = new Set(
  ".css .scss .less .sass .html .htm .vue .svelte .sh .bash .zsh .clj .cljs .el .lisp .scm .nix .toml .yaml .yml .json .jsonc".split(
    " ",
  ),
);

// Joiners stand between letters of some scripts; they are named apart from the marks they follow.
const PLAIN = /[\p{L}\p{Nl}_$](?:[\p{L}\p{Nl}\p{N}\p{M}_$]|\u200c|\u200d)*/gu;
const WITH_DASH = /-{0,2}[\p{L}\p{Nl}_$](?:[\p{L}\p{Nl}\p{N}\p{M}_$-]|\u200c|\u200d)*/gu;
const PART = /[\p{L}\p{Nl}\p{N}\p{M}_$]|\u200c|\u200d/u;

/** The pattern (global, Unicode) of one identifier in files with this extension. */
export function identifierPattern(extension: string): RegExp {
  return new RegExp(DASHED.has(extension) ? WITH_DASH : PLAIN);
}

/** True when the character can stand inside an identifier. */
export function isIdentifierPart(character: string, extension = ""): boolean {
  return PART.test(character) || (character === "-" && DASHED.has(extension));
}

/** Start (UTF-16 index) and text of the identifier at an index of a line, or just before it. */
export function identifierAt(
  line: string,
  index: number,
  extension: string,
): { readonly start: number; readonly text: string } | undefined {
  for (const match of line.matchAll(identifierPattern(extension))) {
    if (index >= match.index && index <= match.index + match[0].length) {
      const next = line.slice(match.index + match[0].length);
      const touches =
        index === match.index + match[0].length && identifierPattern(extension).exec(next)?.index === 0;
      if (!touches) return { start: match.index, text: match[0] };
    }
  }
  return undefined;
}
