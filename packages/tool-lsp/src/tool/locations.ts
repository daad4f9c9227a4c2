import { readFileSync } from "node:fs";
import { isAbsolute, sep } from "node:path";
import type { Location as ShownLocation } from "@mm-agent/core";
import type { LocationLink, LspLocation, Range } from "../protocol/types.js";
import type { LanguageServer } from "../server/language-server.js";
import { codePoints, fromUnits, textOf } from "../text/columns.js";
import { textLines, type TextLines } from "../text/text-lines.js";
import type { Call } from "./types.js";

/** A place in a file, in the server's units. */
export interface Spot {
  readonly path: string;
  readonly range: Range;
}

/** Reads the answer of `definition` and its like: one location, a list, or links. */
export function readSpots(raw: unknown, server: LanguageServer): Spot[] {
  const list = (Array.isArray(raw) ? raw : raw ? [raw] : []) as (LspLocation | LocationLink)[];
  const spots = list.flatMap((entry): Spot[] => {
    if ("targetUri" in entry)
      return [
        { path: server.uris.toPath(entry.targetUri), range: entry.targetSelectionRange ?? entry.targetRange },
      ];
    return entry.uri ? [{ path: server.uris.toPath(entry.uri), range: entry.range }] : [];
  });
  return sortSpots(spots);
}

/** By path, then position, without duplicates of the same start. */
export function sortSpots(spots: readonly Spot[]): Spot[] {
  const sorted = spots.toSorted(
    (a, b) =>
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character,
  );
  return sorted.filter((spot, index) => {
    const before = sorted[index - 1];
    return (
      !before ||
      before.path !== spot.path ||
      before.range.start.line !== spot.range.start.line ||
      before.range.start.character !== spot.range.start.character
    );
  });
}

/**
 * Reads files once per call. A file that is open in the server is taken as the server has it; another one inside the
 * project from the disk, where the server has it from too, at once: hundreds of small reads cost less than the waiting.
 */
export function textReader(
  call: Call,
  server: LanguageServer,
): (path: string) => Promise<TextLines | undefined> {
  const texts = new Map<string, Promise<TextLines | undefined>>();
  const { workspace, signal } = call.ctx;
  const root = withSeparator(workspace.root);
  const read = async (path: string): Promise<TextLines | undefined> => {
    try {
      const inside = path.startsWith(root);
      const text = inside ? readFileSync(path, "utf8") : await workspace.readText(path, signal);
      return textLines(text.replace(/^\ufeff/u, ""));
    } catch {
      return undefined;
    }
  };
  return (path) => {
    const open = server.documents.get(path);
    if (open) return Promise.resolve(open.lines);
    let text = texts.get(path);
    if (!text) {
      text = isAbsolute(path) ? read(path) : Promise.resolve(undefined);
      texts.set(path, text);
    }
    return text;
  };
}

/** Longest part of a source line that is shown. */
const LINE_SHOWN = 240;

export interface RenderedSpots {
  readonly lines: readonly string[];
  readonly shown: readonly ShownLocation[];
  /** Number of spots that did not fit. */
  readonly left: number;
}

/**
 * One `path:line:column  <source line>` per spot, within `room` characters. `name`, where it is known, unmasks a server
 * that counts columns in characters without saying so.
 */
export async function renderSpots(
  call: Call,
  server: LanguageServer,
  spots: readonly Spot[],
  name: string,
  room: number,
): Promise<RenderedSpots> {
  const read = textReader(call, server);
  const lines: string[] = [];
  const shown: ShownLocation[] = [];
  let used = 0;
  for (const spot of spots) {
    const text = await read(spot.path);
    const line = spot.range.start.line + 1;
    const column = text ? columnOf(text, spot.range, server, name) : spot.range.start.character + 1;
    const source = text?.line(spot.range.start.line).trim() ?? "";
    const cut = source.length > LINE_SHOWN ? `${source.slice(0, LINE_SHOWN)}…` : source;
    const row = `${shownPath(call, spot.path)}:${line}:${column}${cut === "" ? "" : `  ${cut}`}`;
    used += row.length + 1;
    if (used > room && lines.length > 0) break;
    lines.push(row);
    shown.push({ path: spot.path, line, column });
  }
  return { lines, shown, left: spots.length - lines.length };
}

/** 1-based column in characters. */
function columnOf(text: TextLines, range: Range, server: LanguageServer, name: string): number {
  const line = text.line(range.start.line);
  const index = fromUnits(line, range.start.character, server.encoding);
  if (name !== "" && textOf(text, range, server.encoding) !== name && !line.startsWith(name, index)) {
    const asCharacters = fromUnits(line, range.start.character, "utf-32");
    if (line.startsWith(name, asCharacters)) return range.start.character + 1;
  }
  return codePoints(line.slice(0, index)) + 1;
}

/** Relative to the session's folder when inside, else as it is. */
export function shownPath(call: Pick<Call, "ctx">, path: string): string {
  const root = withSeparator(call.ctx.workspace.root);
  if (!path.startsWith(root)) return path;
  return path.slice(root.length).replaceAll(sep, "/");
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
