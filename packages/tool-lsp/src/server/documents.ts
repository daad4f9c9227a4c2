import { statSync } from "node:fs";
import { extname } from "node:path";
import type { Encoding } from "../text/columns.js";
import { toUnits } from "../text/columns.js";
import { textLines, type TextLines } from "../text/text-lines.js";

/** A file as the server knows it. */
export interface OpenDocument {
  /** Absolute. */
  readonly path: string;
  readonly uri: string;
  /** Without a byte order mark. */
  readonly lines: TextLines;
  readonly version: number;
  /** Counts the notifications sent to the server; what was published before `sentAt` is old. */
  readonly sentAt: number;
}

export interface DocumentsOptions {
  readonly encoding: Encoding;
  /** 0 none, 1 full, 2 incremental. */
  readonly syncKind: number;
  /** Null: the server does not want `didSave`. */
  readonly save: { readonly includeText: boolean } | null;
  readonly languageIds: Readonly<Record<string, string>>;
  readonly readText: (path: string, signal?: AbortSignal) => Promise<string>;
  readonly toUri: (path: string) => string;
  readonly notify: (method: string, params: unknown) => void;
  /** A number that grows with every message in either direction. */
  readonly tick: () => number;
  readonly maxOpen: number;
}

/** Files open in one server, kept equal to the disk. */
export interface Documents {
  /** Reads the file and tells the server what is new. Throws what reading throws. */
  ensure(path: string, signal?: AbortSignal): Promise<OpenDocument>;
  /** Checks every open file against the disk; gives the paths whose text changed or that are gone. */
  refresh(signal?: AbortSignal): Promise<string[]>;
  /** Sends the text again under a new version, so that the server speaks about the file again. */
  resend(path: string): void;
  get(path: string): OpenDocument | undefined;
  close(path: string): void;
}

interface Entry extends OpenDocument {
  readonly stamp: string;
  /** The file was so young when it was read that a later change may carry the same times. */
  readonly racy: boolean;
}

const RACY_MS = 50;

export function createDocuments(options: DocumentsOptions): Documents {
  const { notify } = options;
  const open = new Map<string, Entry>();

  const send = (entry: Entry, lines: TextLines): Entry => {
    const version = entry.version + 1;
    const text = lines.text;
    const last = entry.lines.count - 1;
    const lastLine = entry.lines.line(last);
    if (options.syncKind === 0) {
      notify("textDocument/didClose", { textDocument: { uri: entry.uri } });
      notify("textDocument/didOpen", {
        textDocument: { uri: entry.uri, languageId: languageOf(entry.path), version, text },
      });
    } else {
      const end = { line: last, character: toUnits(lastLine, lastLine.length, options.encoding) };
      const change =
        options.syncKind === 2 ? { range: { start: { line: 0, character: 0 }, end }, text } : { text };
      notify("textDocument/didChange", {
        textDocument: { uri: entry.uri, version },
        contentChanges: [change],
      });
    }
    if (options.save) {
      notify("textDocument/didSave", {
        textDocument: { uri: entry.uri },
        ...(options.save.includeText ? { text } : {}),
      });
    }
    return { ...entry, lines, version, sentAt: options.tick() };
  };

  const languageOf = (path: string): string => {
    const extension = extname(path);
    return options.languageIds[extension] ?? (extension.slice(1) || "plaintext");
  };

  const close = (path: string): void => {
    const entry = open.get(path);
    if (!entry) return;
    open.delete(path);
    notify("textDocument/didClose", { textDocument: { uri: entry.uri } });
  };

  /** Reads a file and tells the server what is new; the file keeps its place in the order of closing. */
  const load = async (path: string, signal?: AbortSignal): Promise<Entry> => {
    const mark = stampOf(path);
    const text = (await options.readText(path, signal)).replace(/^\ufeff/u, "");
    const known = open.get(path);
    let entry: Entry;
    if (!known) {
      const uri = options.toUri(path);
      entry = { path, uri, lines: textLines(text), version: 1, sentAt: options.tick(), ...mark };
      notify("textDocument/didOpen", {
        textDocument: { uri, languageId: languageOf(path), version: 1, text },
      });
    } else if (known.lines.text === text) entry = { ...known, ...mark };
    else entry = { ...send(known, textLines(text)), ...mark };
    open.set(path, entry);
    return entry;
  };

  return {
    async ensure(path, signal) {
      const entry = await load(path, signal);
      open.delete(path);
      open.set(path, entry);
      for (const oldest of open.keys()) {
        if (open.size <= options.maxOpen) break;
        close(oldest);
      }
      return entry;
    },
    async refresh(signal) {
      const moved: string[] = [];
      for (const entry of open.values()) {
        const mark = stampOf(entry.path);
        if (mark.stamp === entry.stamp && !entry.racy) continue;
        if (mark.stamp === "") {
          close(entry.path);
          moved.push(entry.path);
        } else if ((await load(entry.path, signal)).version !== entry.version) moved.push(entry.path);
      }
      return moved;
    },
    resend(path) {
      const entry = open.get(path);
      if (entry) open.set(path, { ...send(entry, entry.lines), stamp: entry.stamp, racy: entry.racy });
    },
    get: (path) => open.get(path),
    close,
  };
}

function stampOf(path: string): { readonly stamp: string; readonly racy: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return { stamp: "", racy: false };
  return {
    stamp: `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`,
    racy: Date.now() - stat.mtimeMs < RACY_MS,
  };
}
