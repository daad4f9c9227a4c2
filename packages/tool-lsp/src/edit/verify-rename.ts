import type { TextEdit } from "../protocol/types.js";
import { textOf, type Encoding } from "../text/columns.js";
import { identifierPattern } from "../text/identifiers.js";
import type { TextLines } from "../text/text-lines.js";

/** The first edit that does more than exchange the old name for the new one; undefined when there is none. */
export function findForeignEdit(
  lines: TextLines,
  edits: readonly TextEdit[],
  names: { readonly from: string; readonly to: string },
  encoding: Encoding,
): TextEdit | undefined {
  return edits.find((edit) => !renames(textOf(lines, edit.range, encoding), edit.newText, names));
}

/**
 * True for the forms in which servers rename: the name itself, with quotes or a sigil, `old: new` and `old as new` at
 * shorthands, insertions that consist of the two names, larger pieces in which only names were exchanged.
 */
function renames(
  before: string,
  after: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  if (bare(before) === bare(from)) return true;
  const old = words(before);
  const now = words(after);
  const known = (word: string): boolean => word === from || word === to || word === "as";
  if (old.length === now.length && old.length > 0) {
    const skeleton = (text: string): string => text.replace(identifierPattern(""), "\u0000");
    return (
      old.every((word, index) => word === now[index] || same(word, from, now[index], to)) &&
      skeleton(before) === skeleton(after)
    );
  }
  return (
    old.every(known) && now.every(known) && now.includes(to) && before.length <= from.length + to.length + 8
  );
}

/** Names in another case convention count as the name: `fooBar` is `foo-bar` in a template. */
function same(word: string, from: string, next: string | undefined, to: string): boolean {
  return fold(word) === fold(from) && next !== undefined && fold(next) === fold(to);
}

function words(text: string): string[] {
  return text.match(identifierPattern("")) ?? [];
}

function bare(text: string): string {
  return text.replace(/^["'`#@$.:-]+|["'`]+$/gu, "");
}

function fold(word: string): string {
  return word.replace(/[-_]/gu, "").toLowerCase();
}
