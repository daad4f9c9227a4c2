/** Where a piece of text stands; decides what would be read as markup there. */
export interface TextPlace {
  readonly inLink: boolean;
  readonly inCell: boolean;
  /** Kinds of tilde runs seen in this paragraph that a later run could close; undefined: every tilde is escaped. */
  readonly tildes: Set<number> | undefined;
}

const SPECIAL = /[\\*`[\]<_~&@|]|:\/\/|www\./i;
const MARKUP =
  /[\\*`[\]<|]|_+|~+|&(?=#?[a-z0-9]+;)|:(?=\/\/[a-z0-9])|\bwww(?=\.[a-z0-9])|@(?=[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.[a-z0-9_-]*[a-z])/gi;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

/**
 * Text with everything escaped that Markdown would read as markup. Always escaped: backslash, `*`, backtick, `[`, `]`,
 * `<` and a `_` at the edge of a word. Only where they would change the meaning: `~`, `&`, `|` in a table, and bare
 * addresses that GFM would turn into links.
 */
export function escapeText(text: string, place: TextPlace, lineStart = false): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(MARKUP, (found: string, at: number) => {
    const first = found[0] as string;
    const before = at > 0 ? (text[at - 1] as string) : "";
    switch (first) {
      case "_":
        return isWord(before) && isWord(charAt(text, at + found.length)) ? found : "\\_".repeat(found.length);
      case "~":
        return tilde(found, before === "" && lineStart ? " " : before, place);
      case "|":
        return place.inCell ? "\\|" : found;
      case ":":
        return !place.inLink && /https?$/i.test(text.slice(Math.max(0, at - 5), at)) ? "\\:" : found;
      case "@":
        return !place.inLink && /[a-z0-9._+-]/i.test(before) ? "\\@" : found;
      case "w":
      case "W":
        return !place.inLink && (before === "" || /[\s*_~([\]]/.test(before)) ? `${found}\\` : found;
      default:
        return `\\${first}`;
    }
  });
}

// A low surrogate alone is not a letter, the whole character may be.
function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function isWord(char: string): boolean {
  if (char === "") return false;
  return WORD.test(char) || /[\uDC00-\uDFFF]/.test(char);
}

// One or two tildes strike text through when an equal run before them opened; three open a fence at a line's start.
function tilde(found: string, before: string, place: TextPlace): string {
  if (!place.tildes) return "\\~".repeat(found.length);
  if (found.length > 2) return before.trim() === "" ? "\\~".repeat(found.length) : found;
  const closes = (before === "" || !SPACE.test(before)) && place.tildes.has(found.length);
  if (closes) return "\\~".repeat(found.length);
  place.tildes.add(found.length);
  return found;
}

/** Escapes what would open a block at the start of a line. */
export function escapeLineStart(text: string): string {
  const code = text.charCodeAt(0);
  // # > - + = |
  if (code === 35 || code === 62 || code === 45 || code === 43 || code === 61 || code === 124)
    return `\\${text}`;
  if (text.startsWith(":-")) return `\\${text}`;
  if (code >= 48 && code <= 57) {
    const number = /^(\d+)(?:\.|\)(?=\s|$))/.exec(text)?.[1];
    if (number !== undefined) return `${number}\\${text.slice(number.length)}`;
  }
  return text;
}

/** Escapes the number signs that would be taken for the end of a heading. */
export function escapeHeadingEnd(text: string): string {
  return text.replace(/(^|[ \t])(#+)$/, "$1\\$2");
}
