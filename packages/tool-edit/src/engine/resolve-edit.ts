import { indentOf, isBlank, isBlankCode } from "./blanks.js";
import type { Found, Hit } from "./find-match.js";
import { findMatch } from "./find-match.js";
import { withFileLineEnds } from "./line-ends.js";
import { replaceLoose } from "./replace-loose.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineStart, toOriginal } from "./text-view.js";
import type { Edit, EditProblem, EditSpan } from "./types.js";

export type Resolved =
  | { readonly span: EditSpan }
  | { readonly problem: EditProblem }
  /** Not found, or found in several places. */
  | { readonly found: Found | undefined };

/** Where an edit goes and what it puts there. */
export function resolveEdit(view: TextView, edit: Edit, number: number): Resolved {
  const old = plainLineEnds(view, edit.old);
  const fresh = plainLineEnds(view, edit.new);
  if (old === "") {
    const message = `edit #${number}: old is empty — put the text to replace into it; to insert, repeat a neighbouring line in old and new`;
    return { problem: { reason: "empty_old", edit: number, message } };
  }
  const found = findMatch(view, old);
  const hit = found?.hits[0];
  if (found === undefined || hit === undefined || found.hits.length > 1) return { found };
  const { start, end, text } =
    found.pass === "exact" ? { ...hit, text: fresh } : replaceLoose(view, hit, old, fresh);
  const span = {
    edit: number,
    pass: found.pass,
    start: view.bom.length + toOriginal(view, start),
    end: view.bom.length + toOriginal(view, end),
    text: withFileLineEnds(view, start, end, text, edit.new),
    line: lineAt(view, hit.start) + 1,
  };
  if (view.original.slice(span.start - view.bom.length, span.end - view.bom.length) === span.text) {
    const why = old === fresh ? "old and new are the same" : "the file has this text already";
    const message = `edit #${number}: ${why} — it changes nothing`;
    return { problem: { reason: "no_change", edit: number, message } };
  }
  const insideIndent = found.pass === "exact" ? beginsInsideIndent(view, hit, old, fresh) : undefined;
  return { span: insideIndent === undefined ? span : { ...span, insideIndent } };
}

/** Line ends and byte order mark are no part of the text: those of the file stay. */
function plainLineEnds(view: TextView, text: string): string {
  const bare = view.bom !== "" && text.startsWith("\uFEFF") ? text.slice(1) : text;
  return bare.replaceAll("\r\n", "\n");
}

/**
 * The line whose indentation a literal match cuts, when `new` has further lines that may stand too far left for it. Not
 * when only the first line's indent was left out and the further lines have theirs.
 */
function beginsInsideIndent(view: TextView, hit: Hit, old: string, fresh: string): number | undefined {
  const line = lineAt(view, hit.start);
  const before = view.text.slice(lineStart(view, line), hit.start);
  if (before === "" || !isBlank(before)) return undefined;
  const further = fresh
    .split("\n")
    .slice(1)
    .filter((text) => !isBlank(text));
  if (further.length === 0) return undefined;
  const cut = isBlankCode(old.charCodeAt(0));
  return cut || further.some((text) => !indentOf(text).startsWith(before)) ? line + 1 : undefined;
}
