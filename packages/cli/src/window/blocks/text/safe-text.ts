/* oxlint-disable no-control-regex */
import { cleanText } from "../../../output/clean-text.js";

/** Letters that show nothing, which terminals and Unicode give different widths. */
const FILLERS = /[\u115f\u1160\u3164\uffa0]/g;
const ODD = /[\t\ud800-\udfff\u115f\u1160\u3164\uffa0]/;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text of a model, a tool or a person as rows may hold it: clean, tabs as blanks, every character as wide as it is taken for. */
export function safeText(text: string): string {
  const clean = cleanText(text);
  if (!ODD.test(clean)) return clean;
  return clean.replaceAll("\t", "    ").replace(LONE, "\ufffd").replace(FILLERS, " ");
}

/** The same as one line. */
export function safeLine(text: string): string {
  return safeText(text).replaceAll("\n", " ");
}

/** What a terminal would show of a program's output: a carriage return begins the line anew. */
export function terminalText(text: string): string {
  if (!text.includes("\r")) return safeText(text);
  const lines = text.split("\n").map((line) => {
    const bare = line.replace(/\r+$/, "");
    return bare.slice(bare.lastIndexOf("\r") + 1);
  });
  return safeText(lines.join("\n"));
}
