import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { ToolCallLocation, ToolKind as AcpKind } from "@agentclientprotocol/sdk";
import type { Location, ToolKind } from "@mm-agent/core";

const MOST = 20;

/** The kind in the protocol's words: handing work to another agent has none of its own. */
export function acpKind(kind: ToolKind): AcpKind {
  return kind === "ask" ? "other" : kind;
}

/** Places that an editor can open: absolute paths of single files. Others have frozen an editor. */
export function toLocations(
  places: readonly Location[],
  mayBeNew: boolean,
): { readonly locations?: ToolCallLocation[] } {
  const locations = places
    .filter(({ path }) => isAbsolute(path) && isFile(path, mayBeNew))
    .slice(0, MOST)
    .map(({ path, line }) => ({ path, ...(line === undefined ? {} : { line }) }));
  return locations.length > 0 ? { locations } : {};
}

function isFile(path: string, mayBeNew: boolean): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return mayBeNew;
  }
}
