import { escapeRegExp } from "../glob/escape.js";
import { findLiteral } from "./find-literal.js";
import { isExpression } from "./is-expression.js";
import type { Construct, Node } from "./node.js";
import { parsePattern, PatternError } from "./parse-pattern.js";
import { writeRust } from "./write-rust.js";
import { writeScript } from "./write-script.js";

/** A pattern ready for every engine. */
export interface CompiledPattern {
  /** For ripgrep: an expression, or the text itself when `fixed`. */
  readonly rust: string;
  readonly fixed: boolean;
  /** For JavaScript, with the flags of `scriptFlags`; undefined when it has no way to say it. */
  readonly script: string | undefined;
  readonly ignoreCase: boolean;
  /** Text that is in every line that matches; files without it need not be read closely. */
  readonly needle: string | undefined;
  /** What an engine must know. */
  readonly constructs: readonly Construct[];
  /** True when braces or parentheses were taken as text; `note` says so. */
  readonly repaired: boolean;
  /** Said before the answer when the pattern was not taken as it was written. */
  readonly note: string | undefined;
}

export interface PatternOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

/**
 * Reads a model's pattern. What cannot be read as an expression is searched as the text it is, and the note says so.
 * `fault` instead when no line can ever match: an empty pattern, one that spans lines.
 */
export function compilePattern(
  written: string,
  options: PatternOptions,
): CompiledPattern | { readonly fault: string } {
  const text = written.length > 1 ? written.replace(/\r?\n$/, "") : written;
  if (text === "") return { fault: "the pattern is empty; give the text to look for" };
  if (text.length > MAX_LENGTH)
    return { fault: `the pattern has ${text.length} characters, the limit is ${MAX_LENGTH}` };
  if (/[\n\0]/.test(text)) return { fault: ACROSS };
  if (options.literal) return asLiteral(text, options.ignoreCase, undefined);
  try {
    const parsed = parsePattern(text);
    const ignoreCase = options.ignoreCase || parsed.ignoreCase;
    if (holdsLineFeed(parsed.node)) return { fault: ACROSS };
    const rust = writeRust(parsed.node);
    return {
      rust,
      fixed: false,
      script: script(() => writeScript(parsed.node)),
      ignoreCase,
      needle: ignoreCase ? undefined : findLiteral(parsed.node),
      constructs: [...parsed.constructs],
      repaired: parsed.repaired,
      note: parsed.repaired ? `[pattern read as ${showRepaired(rust)}]` : undefined,
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return asLiteral(
      text,
      options.ignoreCase,
      `[not a regular expression (${error.message}); searched as literal text]`,
    );
  }
}

/** Characters. */
const MAX_LENGTH = 2000;

const ACROSS =
  "a pattern matches within one line, it cannot hold a line break; search for a part of one line, and give context to see the lines around it";

/** The pattern as plain text; `note` says why, when nobody asked for it. */
export function asLiteral(text: string, ignoreCase: boolean, note: string | undefined): CompiledPattern {
  return {
    rust: text,
    fixed: true,
    script: escapeRegExp(text),
    ignoreCase,
    needle: ignoreCase ? undefined : text,
    constructs: [],
    repaired: false,
    note,
  };
}

/** Flags of the JavaScript expression. */
export function scriptFlags(ignoreCase: boolean): string {
  return ignoreCase ? "gmiu" : "gmu";
}

function holdsLineFeed(node: Node): boolean {
  if (node.type === "char") return node.code === 10;
  if (node.type === "group") return holdsLineFeed(node.body);
  if (node.type === "repeat") return holdsLineFeed(node.item);
  if (node.type === "sequence") return node.items.some(holdsLineFeed);
  return node.type === "choice" && node.branches.some(holdsLineFeed);
}

function script(write: () => string): string | undefined {
  try {
    const text = write();
    return isExpression(text, scriptFlags(false)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Without what the writer added for line ends. */
function showRepaired(rust: string): string {
  return rust.replaceAll("(?:\\r?$)", "$").replaceAll("[^\\r\\n]", ".");
}
