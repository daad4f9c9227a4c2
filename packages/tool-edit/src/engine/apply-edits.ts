import { hunksFromSpans } from "@mm-agent/core";
import { decodeContent } from "./decode-content.js";
import { headlineOf } from "./headline.js";
import { findProblem, noEdits, overlapProblem, refuse } from "./refusal.js";
import { resolveEdit } from "./resolve-edit.js";
import { firstChangedLine } from "./first-changed-line.js";
import { makeView } from "./text-view.js";
import type { Edit, EditOptions, EditProblem, EditSpan, EditsApplied, EditsRefused } from "./types.js";

/**
 * Applies replacements to a text, all of them or none. Pure: it reads and writes nothing.
 *
 * Each `old` must name exactly one place of the given content; edits never see each other's results. It is looked for
 * exactly, then without the whitespace around it, then without the whitespace around each of its lines: the first of these
 * passes that finds anything decides, and more than one place is a refusal. What a loose pass found is reported in
 * `looseMatches` and in the headline, and `new` gets the file's own indentation. All bytes outside the replaced spans stay
 * as they are: line ends, byte order mark, missing final newline. Nothing is ever matched by similarity.
 *
 * @param content text, or bytes that must be UTF-8 without NUL; the result has the same type
 * @returns the new content, or a refusal whose `message` tells a model what to send instead
 */
export function applyEdits<C extends string | Uint8Array>(
  content: C,
  edits: readonly Edit[],
  options: EditOptions = {},
): EditsApplied<C> | EditsRefused {
  const decoded = decodeContent(content);
  if ("refused" in decoded) {
    const problem = {
      reason: decoded.refused,
      edit: 0,
      message: `${decoded.message} — it cannot be edited as text`,
    };
    return refuse([problem], 0, options.path);
  }
  if (edits.length === 0) return refuse([noEdits()], 0, options.path);

  const view = makeView(decoded.text);
  const spans: EditSpan[] = [];
  const problems: EditProblem[] = [];
  edits.forEach((edit, index) => {
    const resolved = resolveEdit(view, edit, index + 1);
    if ("found" in resolved) problems.push(findProblem(view, edit, index + 1, resolved.found));
    else if ("problem" in resolved) problems.push(resolved.problem);
    else spans.push(resolved.span);
  });
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  spans.forEach((span, index) => {
    const before = spans[index - 1];
    if (before !== undefined && span.start < before.end) problems.push(overlapProblem(before, span));
  });
  if (problems.length > 0) return refuse(problems, edits.length, options.path);

  const { hunks, added, removed } = hunksFromSpans(decoded.text, spans);
  const parts = { spans, added, removed, firstLine: firstChangedLine(hunks) };
  return {
    ...parts,
    content: encodeLike(content, splice(decoded.text, spans)),
    hunks,
    looseMatches: spans.flatMap(({ edit, pass, line }) => (pass === "exact" ? [] : [{ edit, pass, line }])),
    headline: headlineOf(parts),
  };
}

function splice(original: string, spans: readonly EditSpan[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(original.slice(at, span.start), span.text);
    at = span.end;
  }
  parts.push(original.slice(at));
  return parts.join("");
}

function encodeLike<C extends string | Uint8Array>(content: C, text: string): C {
  return (typeof content === "string" ? text : new TextEncoder().encode(text)) as C;
}
