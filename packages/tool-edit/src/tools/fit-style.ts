import { makeView } from "../engine/text-view.js";

/** Content as it is written over a text file, and what is to be said about it. */
export interface FittedContent {
  readonly content: string;
  readonly notes: readonly string[];
}

const NAMES = { "\n": "LF", "\r\n": "CRLF", mixed: "mixed" } as const;

/**
 * A file keeps its byte order mark and its CRLF line ends when the new content has none of its own, and that is said;
 * every other content is written as given, and a change of line ends is said too. No final newline is invented.
 */
export function fitStyle(before: string, given: string): FittedContent {
  const notes: string[] = [];
  let content = given;
  const old = makeView(before);
  if (old.lineEnd === "\r\n" && content.includes("\n") && !content.includes("\r\n")) {
    content = content.replaceAll("\n", "\r\n");
    notes.push("kept the file's CRLF line ends");
  }
  if (old.bom !== "" && content !== "" && !content.startsWith("\uFEFF")) {
    content = old.bom + content;
    notes.push("kept the file's byte order mark");
  }
  const now = makeView(content).lineEnd;
  if (old.lineEnd !== "none" && now !== "none" && now !== old.lineEnd)
    notes.push(`line ends are now ${NAMES[now]}`);
  return { content, notes };
}
