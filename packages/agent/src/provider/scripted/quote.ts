import type { ModelRequest, ToolMessage } from "../types.js";

/** `{{result}}`, `{{result:2}}`, `{{result:bash}}`, each also with a pattern: `{{result:bash ~ /took (\d+)/}}`. */
const QUOTE = /\{\{\s*result(?::([\w.-]+))?\s*(?:~\s*\/((?:\\.|[^/\\])+)\/([a-z]*)\s*)?\}\}/g;

/** A quotation that cannot be made; the message names it. */
export class QuoteError extends Error {}

function pick(results: readonly ToolMessage[], which: string | undefined): ToolMessage | undefined {
  if (which === undefined) return results.at(-1);
  if (/^\d+$/.test(which)) return results[Number(which) - 1];
  return results.filter((one) => one.name === which).at(-1);
}

function quoteText(text: string, results: readonly ToolMessage[]): string {
  return text.replace(QUOTE, (whole: string, which?: string, pattern?: string, flags?: string) => {
    const result = pick(results, which);
    if (result === undefined)
      throw new QuoteError(`the script quotes ${whole}, but there is no such tool result`);
    if (pattern === undefined) return result.text;
    const found = new RegExp(pattern, flags?.replace(/[gy]/g, "")).exec(result.text);
    if (found === null)
      throw new QuoteError(`the script quotes ${whole}, but the result is: ${result.text.slice(0, 200)}`);
    return found[1] ?? found[0];
  });
}

/**
 * Fills in the tool results a value quotes, in all its strings: the latest one, the n-th of the conversation (from 1),
 * or the latest of a tool; with a pattern, its first group (or all it matched).
 */
export function quoteResults<T>(value: T, request: ModelRequest): T {
  const results = request.messages.filter((message) => message.role === "tool");
  const fill = (one: unknown): unknown => {
    if (typeof one === "string") return quoteText(one, results);
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(value) as T;
}
