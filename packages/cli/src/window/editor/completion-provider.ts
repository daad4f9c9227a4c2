import type { AutocompleteProvider } from "@earendil-works/pi-tui";
import { applyCandidate, complete, type CompletionSource } from "../../interactive/completion.js";
import type { Buffer } from "../../line/editor/buffer.js";

/** Slash commands and `@files` for the library's editor, found and put into the text as in line mode. */
export function createCompletion(source: CompletionSource): AutocompleteProvider {
  return {
    triggerCharacters: ["@"],
    async getSuggestions(lines, cursorLine, cursorCol) {
      const buffer = bufferOf(lines, cursorLine, cursorCol);
      const found = complete(buffer, source);
      if (!found) return null;
      return {
        prefix: buffer.text.slice(found.from, found.to),
        items: found.candidates.map(({ value, label, note }) => ({
          value,
          label,
          ...(note === undefined ? {} : { description: note }),
        })),
      };
    },
    applyCompletion(lines, cursorLine, cursorCol, item, prefix) {
      const buffer = bufferOf(lines, cursorLine, cursorCol);
      const place = { from: buffer.cursor - prefix.length, to: buffer.cursor, candidates: [] };
      return linesOf(applyCandidate(buffer, place, item));
    },
  };
}

function bufferOf(lines: readonly string[], line: number, column: number): Buffer {
  const before = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
  return { text: lines.join("\n"), cursor: before + column };
}

function linesOf({ text, cursor }: Buffer): { lines: string[]; cursorLine: number; cursorCol: number } {
  const head = text.slice(0, cursor).split("\n");
  return {
    lines: text.split("\n"),
    cursorLine: head.length - 1,
    cursorCol: head.at(-1)?.length ?? 0,
  };
}
