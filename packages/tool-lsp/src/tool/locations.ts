import { isAbsolute, relative, sep } from "node:path";
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
    if ("targetUri" in entry) return [{ path: server.uris.toPath(entry.targetUri), range: entry.targetSelectionRange ?? entry.targetRange }];
    return entry.uri ? [{ path: server.uris.toPath(entry.uri), range: entry.range }] : [];
  });
  return sortSpots(spots);
}

/** By path, then position, without duplicates of the same start. */
export function sortSpots(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort(
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

/** Reads files once per call: as the server has them when they are open, else from the workspace. */
export function textReader(call: Call, server: LanguageServer): (path: string) => Promise<TextLines | undefined> {
  const texts = new Map<string, Promise<TextLines | undefined>>();
  return (path) => {
    const open = server.documents.get(path);
    if (open) return Promise.resolve(open.lines);
    let text = texts.get(path);
    if (!text) {
      text = isAbsolute(path)
        ? call.ctx.workspace.readText(path, call.ctx.signal).then(
            (found) => textLines(found.replace(/^\ufeff/u, "")),
            () => undefined,
          )
        : Promise.resolve(undefined);
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
  /** Number of spots that did not fit, and of the files they are in. */
  readonly left: number;
  readonly leftFiles: number;
}

/**
 * One `path:line:column  <source line>` per spot, within `room` characters. `name`, where it is known, unmasks a server
 * that counts columns in characters without saying so.
 */
export async function renderSpots(call: Call, server: LanguageServer, spots: readonly Spot[], name: string, room: number): Promise<RenderedSpots> {
  const read = textReader(call, server);
  const lines: string[] = [];
  const shown: ShownLocation[] = [];
  let used = 0;
  let seen = new Set<string>();
  for (const [index, spot] of spots.entries()) {
    const text = await read(spot.path);
    const line = spot.range.start.line + 1;
    const column = text ? columnOf(text, spot.range, server, name) : spot.range.start.character + 1;
    const source = text?.line(spot.range.start.line).trim() ?? "";
    const cut = source.length > LINE_SHOWN ? `${source.slice(0, LINE_SHOWN)}…` : source;
    const row = `${shownPath(call, spot.path)}:${line}:${column}${cut === "" ? "" : `  ${cut}`}`;
    used += row.length + 1;
    if (used > room && lines.length > 0) {
      seen = new Set(spots.slice(index).map((rest) => rest.path));
      break;
    }
    lines.push(row);
    shown.push({ path: spot.path, line, column });
  }
  return { lines, shown, left: spots.length - lines.length, leftFiles: seen.size };
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
  const { root } = call.ctx.workspace;
  if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)) return path;
  return relative(root, path).split(sep).join("/");
}
