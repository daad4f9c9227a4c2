import { classify, Kind } from "./classify.js";
import { isIdentifierPart } from "./identifiers.js";
import type { TextLines } from "./text-lines.js";

/** A place where a symbol stands in a file. */
export interface Occurrence {
  /** 0-based. */
  readonly line: number;
  /** UTF-16 index in the line. */
  readonly index: number;
  readonly kind: "code" | "module" | "string" | "comment";
}

const ORDER = { code: 0, module: 1, string: 2, comment: 3 } as const;
const MODULE = /^\s*(?:from\s+[\w.]*|import\s+[\w., ]*|#\s*include\b.*)$/u;
const MODULE_FILES = new Set([
  ".py",
  ".pyi",
  ".c",
  ".h",
  ".cc",
  ".cpp",
  ".cxx",
  ".hpp",
  ".hh",
  ".hxx",
  ".m",
  ".mm",
]);
/** Files where `$name` is the name `name`. */
const SIGILS = new Set([".sh", ".bash", ".zsh", ".php", ".pl", ".pm", ".rb"]);

/**
 * Where a symbol stands in a text: in code first, then in module names, strings and comments, each from the top.
 * Only whole identifiers count; when there is none, `-` and `$` beside the symbol are overlooked.
 */
export function findOccurrences(
  lines: TextLines,
  symbol: string,
  extension: string,
  onlyLine?: number,
): Occurrence[] {
  const strict = scan(
    lines,
    symbol,
    extension,
    onlyLine,
    (char) => isIdentifierPart(char, extension) && !(char === "$" && SIGILS.has(extension)),
  );
  const found =
    strict.length > 0
      ? strict
      : scan(lines, symbol, extension, onlyLine, (char) => char !== "$" && isIdentifierPart(char));
  return found.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.line - b.line || a.index - b.index);
}

function scan(
  lines: TextLines,
  symbol: string,
  extension: string,
  onlyLine: number | undefined,
  isPart: (char: string) => boolean,
): Occurrence[] {
  const { text } = lines;
  const found: Occurrence[] = [];
  if (symbol === "") return found;
  let kinds: Uint8Array | undefined;
  let line = onlyLine ?? 0;
  const from = lines.start(line);
  const to = onlyLine === undefined ? text.length : lines.start(line + 1);
  for (
    let at = text.indexOf(symbol, from);
    at >= 0 && at < to;
    at = text.indexOf(symbol, at + symbol.length)
  ) {
    if (isPart(before(text, at)) || isPart(after(text, at + symbol.length))) continue;
    kinds ??= classify(text, extension);
    while (lines.start(line + 1) <= at && line + 1 < lines.count) line++;
    const index = at - lines.start(line);
    const kind =
      kinds[at] === Kind.comment
        ? "comment"
        : isModule(lines.line(line).slice(0, index), extension)
          ? "module"
          : kinds[at] === Kind.string
            ? "string"
            : "code";
    found.push({ line, index, kind });
  }
  return found;
}

function isModule(head: string, extension: string): boolean {
  if (!MODULE_FILES.has(extension)) return false;
  return MODULE.test(head) && !/^\s*from\s+\S+\s+import\b/u.test(head);
}

function before(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low < 0xe000 ? at - 2 : Math.max(0, at - 1), at);
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
