import type { Rule } from "@mm-agent/core";
import { nearest } from "../config/nearest.js";
import { showValue } from "../config/show.js";
import type { ConfigWarning } from "../config/types.js";

/** Tools that come with mm: a rule about one that is switched off is no mistake. */
const BUILTIN_TOOLS = [
  "bash",
  "read_file",
  "write_file",
  "edit_file",
  "grep",
  "find",
  "list_files",
  "read_skill",
  "lsp",
  "fetch_content",
  "ask_agent",
];

/** Names every rule whose tool nobody declares: it never applies, and a denial would be lost without a word. */
export function unknownRules(rules: readonly Rule[], declared: readonly string[]): ConfigWarning[] {
  const known = new Set([...BUILTIN_TOOLS, ...declared]);
  return rules
    .filter((rule) => rule.tool !== "*" && !known.has(rule.tool))
    .map(({ tool, pattern, source }) => {
      const close = nearest(tool, known);
      const hint = close === undefined ? "" : `; did you mean "${close}"?`;
      return {
        key: `permissions.${tool}.${pattern}`,
        message: `${source}: no tool is called ${showValue(tool)}, so the rule ${showValue(pattern)} has no effect${hint}`,
      };
    });
}
