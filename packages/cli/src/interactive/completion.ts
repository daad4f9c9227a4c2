import type { Buffer } from "../line/editor/buffer.js";
import { fuzzyBest } from "./fuzzy.js";

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** Where completion finds its candidates. `files` may still be loading: then it gives what it has. */
export interface CompletionSource {
  commands(): readonly CommandEntry[];
  /** Paths relative to the folder, folders with a final `/`. */
  files(): readonly string[];
}

export interface Candidate {
  /** What stands in the text when it is chosen. */
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

export interface Completion {
  /** The part of the text that a candidate replaces. */
  readonly from: number;
  readonly to: number;
  readonly candidates: readonly Candidate[];
}

export const CANDIDATES = 8;
/** How far back a word to complete can begin, in UTF-16 units: a long paste must not be searched for every key. */
const REACH = 400;

/** What could be completed at the cursor: a slash command at the very beginning, a file after an `@`. */
export function complete(buffer: Buffer, source: CompletionSource): Completion | undefined {
  const typed = buffer.text.slice(Math.max(0, buffer.cursor - REACH), buffer.cursor);
  const slash = buffer.cursor > REACH ? null : /^\/([a-zA-Z0-9_-]*)$/.exec(typed);
  if (slash) {
    const candidates = fuzzyBest(slash[1] ?? "", source.commands(), (entry) => entry.name, CANDIDATES).map(
      ({ name, description, hint }) => ({
        value: `/${name} `,
        label: `/${name}${hint === undefined ? "" : ` ${hint}`}`,
        note: description,
      }),
    );
    return candidates.length > 0 ? { from: 0, to: buffer.cursor, candidates } : undefined;
  }
  const at = /(?:^|[\s([{"'`])@([^\s@"']*)$/.exec(typed);
  if (!at) return undefined;
  const query = at[1] ?? "";
  const candidates = fuzzyBest(query, source.files(), (file) => file, CANDIDATES).map((file) => ({
    value: file.endsWith("/") ? `@${file}` : `@${quoted(file)} `,
    label: file,
  }));
  const from = buffer.cursor - query.length - 1;
  return candidates.length > 0 ? { from, to: buffer.cursor, candidates } : undefined;
}

function quoted(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}

/**
 * The beginning that all commands which begin with what was typed have in common, when there are several and none of them
 * may be preferred: `/mode` for `/mo` where there is a `/model` too. Undefined when one candidate is meant.
 */
export function commonStart(buffer: Buffer, { from, to, candidates }: Completion): Candidate | undefined {
  const typed = buffer.text.slice(from, to);
  if (!typed.startsWith("/")) return undefined;
  const names = candidates.map(({ value }) => value.trimEnd()).filter((name) => name.startsWith(typed));
  const [first = ""] = names;
  if (names.length < 2 || names.includes(typed)) return undefined;
  let length = typed.length;
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
  return { value: first.slice(0, length), label: first.slice(0, length) };
}

/** The text with a candidate in place; the cursor stands behind it. */
export function applyCandidate(buffer: Buffer, completion: Completion, candidate: Candidate): Buffer {
  // A blank that is there already is not doubled.
  const rest = buffer.text.slice(completion.to);
  const value = rest.startsWith(" ") ? candidate.value.trimEnd() : candidate.value;
  return {
    text: buffer.text.slice(0, completion.from) + value + rest,
    cursor: completion.from + value.length,
  };
}
