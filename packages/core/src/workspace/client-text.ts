import { createHash } from "node:crypto";
import { decodeText, readBytes, type Target } from "./read-text.js";
import type { ClientFiles } from "./types.js";
import { versionOf } from "./version.js";

/** Bytes; larger files are never asked of the editor. */
const MAX_CLIENT = 16 * 1024 * 1024;

/**
 * How an editor's buffer and the file on disk stand to each other:
 * `same` (but for line ends and BOM); `unsaved`: the user has edits, the buffer counts; `stale`: the disk changed
 * behind a buffer that did not, the disk counts; `clash`: both changed; `disk`: the editor does not serve this file.
 */
export type BufferState = "same" | "unsaved" | "stale" | "clash" | "disk";

interface ClientText {
  readonly state: BufferState;
  /** The text that counts; of a clash, the buffer's. */
  readonly text: string;
  /** `version` of the file on disk, extended by the buffer's hash where that counts. */
  readonly version: string;
}

export interface ClientView {
  readonly files: ClientFiles;
  /** @throws {WorkspaceError} as the disk does: the file must exist there and be UTF-8 text. */
  read(target: Target & { readonly abs: string }, signal?: AbortSignal): Promise<ClientText>;
  /** Forgets what was seen, after a write of ours made buffer and disk the same. */
  settle(real: string): void;
}

interface Seen {
  readonly disk: string;
  readonly buffer: string;
  readonly state: BufferState;
}

/**
 * Text through an editor that holds unsaved buffers. ACP does not say whether a buffer is newer than the disk, so
 * the view remembers both from look to look and judges by which of them moved.
 */
export function createClientView(files: ClientFiles): ClientView {
  const seen = new Map<string, Seen>();
  return {
    files,
    async read(target, signal) {
      const { bytes, stat } = await readBytes(target, signal);
      const disk = versionOf(stat);
      const text = decodeText(bytes, target);
      if (bytes.length > MAX_CLIENT) return { state: "disk", text, version: disk };
      let buffer: string;
      try {
        buffer = await files.readText(target.abs, signal);
      } catch {
        signal?.throwIfAborted();
        return { state: "disk", text, version: disk };
      }
      const hash = createHash("sha256").update(buffer).digest("hex").slice(0, 16);
      const state = judge(seen.get(target.real), disk, hash, plain(buffer) === plain(text));
      seen.set(target.real, { disk, buffer: hash, state });
      if (state === "same" || state === "stale") return { state, text, version: disk };
      return { state, text: buffer, version: `${disk}+${hash}` };
    },
    settle(real) {
      seen.delete(real);
    },
  };
}

/** Editors keep line ends and the BOM beside the buffer, not in it. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

function judge(last: Seen | undefined, disk: string, buffer: string, equal: boolean): BufferState {
  if (equal) return "same";
  if (!last) return "unsaved";
  const diskMoved = last.disk !== disk;
  const bufferMoved = last.buffer !== buffer;
  if (diskMoved && bufferMoved) return "clash";
  if (diskMoved) return last.state === "same" || last.state === "stale" ? "stale" : "clash";
  if (bufferMoved) return last.state === "same" || last.state === "unsaved" ? "unsaved" : "clash";
  return last.state;
}
