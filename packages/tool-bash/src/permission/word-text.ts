import type { CommandArgument, Word, WordPart } from "unbash";

/** A word of a command as bash would pass it on. */
export interface WordText {
  /** Quotes and backslashes resolved; expansions stand as they are written. */
  readonly text: string;
  /** False when bash may make something else of it: a variable, a substitution, a glob, braces. */
  readonly fixed: boolean;
  /**
   * What is known of a word that is not fixed: `paths` become names of files or stay as they are (globs), an `assignment`
   * (behind `export` and its like) stays one whatever its value is, a `stream` is a process substitution.
   */
  readonly becomes?: "paths" | "assignment" | "stream";
}

export function wordText(word: CommandArgument): WordText {
  if (word.type === "Assignment") return { text: word.text, fixed: false, becomes: "assignment" };
  if (isFixed(word)) return { text: word.value, fixed: true };
  const parts = word.parts ?? [];
  const open = { text: word.value, fixed: false };
  if (parts.length === 1 && parts[0]?.type === "ProcessSubstitution") return { ...open, becomes: "stream" };
  return parts.every((part) => isFixedPart(part) || isGlob(part)) ? { ...open, becomes: "paths" } : open;
}

function isGlob(part: WordPart): boolean {
  return part.type === "Glob" && (part.parts ?? []).every((inner) => isFixedPart(inner) || isGlob(inner));
}

/**
 * Whether a word may become an argument that changes what a program does: an option, a subcommand. A glob becomes one only
 * where its names may begin with a dash; `*.ts` is taken for what it is meant to be.
 */
export function mayBecomeOption({ text, fixed, becomes }: WordText): boolean {
  if (fixed || becomes === "assignment" || becomes === "stream") return false;
  return becomes !== "paths" || /^(?:-|[*?[](?!\.\w+$))/.test(text);
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
