/* oxlint-disable no-control-regex */
import { pathToFileURL } from "node:url";
import { getCapabilities, hyperlink } from "@earendil-works/pi-tui";

const OPENING = /\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]+)(?:\x07|\x1b\\)/g;
const SCHEMES = new Set(["http:", "https:", "mailto:", "file:"]);
/** UTF-16 units; terminals cut or refuse longer ones. */
const LONGEST = 2000;

/** The address as a link may carry it; undefined for one that no browser, mail program or file manager opens. */
export function safeAddress(address: string): string | undefined {
  if (address.length > LONGEST) return undefined;
  try {
    const url = new URL(address);
    return SCHEMES.has(url.protocol) && !/[\0-\x20\x7f-\uffff]/.test(url.href) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The row with its links made safe; a link elsewhere loses its address and keeps its text. */
export function safeLinks(row: string): string {
  if (!row.includes("\x1b]8;")) return row;
  return row.replace(OPENING, (_whole, address: string) => {
    const safe = safeAddress(address);
    return safe === undefined ? "" : `\x1b]8;;${safe}\x1b\\`;
  });
}

/** A path that a click opens, where the terminal knows links. */
export function pathLink(shown: string, path: string): string {
  if (!getCapabilities().hyperlinks || !path.startsWith("/")) return shown;
  const address = safeAddress(pathToFileURL(path).href);
  return address === undefined ? shown : hyperlink(shown, address);
}
