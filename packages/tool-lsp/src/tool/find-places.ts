import type { Result } from "@mm-agent/core";
import type { OpenDocument } from "../server/documents.js";
import { codePoints, fromUnits } from "../text/columns.js";
import { identifierAt } from "../text/identifiers.js";
import { nearestIdentifiers } from "../text/nearest.js";
import { findOccurrences } from "../text/occurrences.js";
import { failure } from "./failure.js";
import type { Call, Outcome } from "./types.js";

/** A place to ask the server about. */
export interface Place {
  /** 0-based. */
  readonly line: number;
  /** UTF-16 index in the line. */
  readonly index: number;
  /** The identifier that stands there; empty when there is none. */
  readonly name: string;
  /** True in code, false in strings and comments; true when a position was given. */
  readonly code: boolean;
}

/** Occurrences tried before giving up. */
const TRIES = 40;

/** Places in the file that the call may mean, the likeliest first; at least one. */
export function findPlaces(call: Call, document: OpenDocument): Outcome<readonly Place[]> {
  const { lines } = document;
  const { symbol, line, column, shown, extension } = call;
  const count = lineCount(document);
  if (line > count)
    return refuse(
      "invalid_input",
      `line ${line} is past the end of ${shown} (${count} ${count === 1 ? "line" : "lines"})`,
    );
  if (symbol === "") {
    if (line === 0 || column === 0)
      return refuse("invalid_input", `${call.action} needs symbol, or line and column`);
    const text = lines.line(line - 1);
    const length = codePoints(text);
    if (column > length + 1) {
      return refuse(
        "invalid_input",
        `column ${column} is past the end of line ${line} (${length} characters)`,
      );
    }
    const index = fromUnits(text, column - 1, "utf-32");
    const name = identifierAt(text, index, extension)?.text ?? "";
    return { ok: true, value: [{ line: line - 1, index, name, code: true }] };
  }
  const found = findOccurrences(lines, symbol, extension, line > 0 ? line - 1 : undefined);
  if (found.length === 0) return notFound(call, document);
  const near = column > 0 && line > 0 ? fromUnits(lines.line(line - 1), column - 1, "utf-32") : undefined;
  // Models miscount columns: with a symbol the column only says which occurrence comes first.
  if (near !== undefined) found.sort((a, b) => Math.abs(a.index - near) - Math.abs(b.index - near));
  return {
    ok: true,
    value: found.slice(0, TRIES).map((at) => ({
      line: at.line,
      index: at.index,
      name: symbol,
      code: at.kind === "code" || at.kind === "module",
    })),
  };
}

function notFound(call: Call, { lines }: OpenDocument): Outcome<never> {
  const { symbol, line, shown, extension } = call;
  if (line > 0) {
    const elsewhere = [...new Set(findOccurrences(lines, symbol, extension).map((at) => at.line + 1))];
    if (elsewhere.length > 0) {
      const list = elsewhere.slice(0, 10).join(", ");
      return refuse(
        "not_found",
        `"${symbol}" not found in ${shown} on line ${line} — it stands on line ${list}`,
      );
    }
  }
  const near = nearestIdentifiers(lines.text, symbol, extension);
  const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "";
  return { ok: false, result: failure("not_found", `"${symbol}" not found in ${shown}`, hint) };
}

/** Lines as a person counts them: a line end at the end of the file starts no further line. */
function lineCount({ lines }: OpenDocument): number {
  return lines.count > 1 && lines.line(lines.count - 1) === "" ? lines.count - 1 : lines.count;
}

function refuse(code: NonNullable<Result["code"]>, text: string): Outcome<never> {
  return { ok: false, result: failure(code, text) };
}
