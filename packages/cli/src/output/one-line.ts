import { cleanText } from "./clean-text.js";

/** A title is one line, whatever a model put into it. */
export function oneLine(text: string): string {
  return cleanText(text)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ");
}
