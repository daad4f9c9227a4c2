import type { LoadedSession } from "../archive.js";
import { toHtml } from "./to-html.js";
import { toJson } from "./to-json.js";
import { toMarkdown } from "./to-markdown.js";

/** The formats of `mm sessions export`. */
export const EXPORT_FORMATS = ["json", "md", "html"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A session as text in one of the formats; ends in a line feed. */
export function exportSession(session: LoadedSession, format: ExportFormat): string {
  const document = toJson(session);
  if (format === "json") return `${JSON.stringify(document, null, 2)}\n`;
  return format === "md" ? toMarkdown(document) : toHtml(document);
}
