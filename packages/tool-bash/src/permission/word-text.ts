import type { CommandArgument, Word, WordPart } from "unbash";

/** A word of a command as bash would pass it on. */
export interface WordText {
  /** Quotes and backslashes resolved; expansions stand as they are written. */
  readonly text: string;
  /** False when bash may make something else of it: a variable, a substitution, a glob, braces. */
  readonly fixed: boolean;
}

export function wordText(word: CommandArgument): WordText {
  if (word.type === "Assignment") return { text: word.text, fixed: false };
  return { text: word.value, fixed: isFixed(word) };
}

export function isFixed(word: Word): boolean {
  return (word.parts ?? []).every(isFixedPart);
}

function isFixedPart(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return true;
    case "AnsiCQuoted":
      // Bash ends the text at a NUL, however it is written, and \c depends on the terminal.
      return !part.value.includes("\0") && !/\\(?:0|x0|u0|U0|c)/.test(part.text);
    case "DoubleQuoted":
      return part.parts.every(isFixedPart);
    default:
      return false;
  }
}

/** A word for people and rules: as it is, or in single quotes where it would fall apart. */
export function quoteWord(text: string): string {
  return text !== "" && /^[^\s'"\\|&;<>()`]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
