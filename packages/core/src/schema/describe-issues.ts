import type { Tool } from "../tool/types.js";
import { describeSignature } from "./signature.js";

/** One fault of an input: the field as a path (`edits[0].old`), and one line that names it and says what is wrong. */
export interface Issue {
  readonly field: string;
  readonly text: string;
}

/** More would not help a model that has to send the call again anyway. */
const MAX_ISSUES = 8;

/** The text a model reads about an input that was not run; it ends with the tool's signature. */
export function describeIssues(tool: Pick<Tool, "name" | "input">, issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ text }) => text.replaceAll(/\s*\n\s*/g, " "));
  const more = issues.length - lines.length;
  if (more > 0) lines.push(`and ${more} more`);
  return `[${tool.name}: invalid input, nothing was run]\n${lines.join("\n")}\n${describeSignature(tool)}`;
}
