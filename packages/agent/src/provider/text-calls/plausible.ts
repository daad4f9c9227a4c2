import { findTool } from "@mm-agent/core";

/** Openings, and what may follow each; `$` stands for a text that has not come so far. */
const FOLLOW: readonly (readonly [RegExp, RegExp])[] = [
  [/^<[^<>]*tool_?call>/, /^<[^>]*>\s*(?:$|[{[`<]|[A-Za-z_][\w.:-]{0,79}\s*(?:$|[<{`\n]))/],
  [/^<[^<>]*tool_call\s/, /^<[^=]*=\s*(?:$|["'][^"'<>\n]{0,80}(?:$|["']\s*(?:$|>\s*(?:$|\{))))/],
  [/^<(?:TOOLCALL|\|START_ACTION\|)>/, /^<[^>]*>\s*(?:$|[{[`])/],
  [/^<[^<>]*function_call>/, /^<[^>]*>\s*(?:$|[{[`<])/],
  [/^<[^<>]*(?:tool|function)_calls>/, /^<[^>]*>\s*(?:$|[{[<])/],
  [/^<[^<>]*function=/, /^<[^=]*="?[\w.:-]{0,80}"?\s*(?:$|>\s*(?:$|[<{`]))/],
  [/^<[^<>]*(?:function|invoke)\s/, /^<[^=]*=\s*(?:$|["'][^"'<>\n]{0,80}(?:$|["']\s*(?:$|>\s*(?:$|[<{]))))/],
  [/^\[TOOL_CALLS\]/, /^\[TOOL_CALLS\]\s*(?:$|[[{]|[\w.:/-]{1,80}\s*(?:$|[[{]))/],
  [/^<\|python_tag\|>/, /^<\|python_tag\|>\s*(?:$|[[{]|[A-Za-z_][\w.]{0,79}\s*(?:$|\())/],
  [/^\[(?!TOOL_CALLS\])/, /^\[\s*(?:$|\{|[A-Za-z_][\w.]{0,79}(?:$|\())/],
];

const BARE =
  /^(?:```\w+\s*|functools)?\[?\s*(?:$|\{\s*(?:$|"(?:$|([\w]{0,20})(?:$|"\s*(?:$|:\s*(?:$|(.*)))))))/s;
const FIRST_KEYS = [
  "name",
  "type",
  "id",
  "function",
  "tool",
  "tool_name",
  "tool_calls",
  "arguments",
  "parameters",
  "function_name",
];

/**
 * Whether a text that opens like a call may still become one: the sooner this says no, the sooner the text is shown.
 * Looks at the first characters only.
 */
export function plausible(held: string, declared: readonly string[]): boolean {
  const text = held.slice(0, 300);
  for (const [open, follow] of FOLLOW) if (open.test(text) && !follow.test(text)) return false;
  return /^(?:[[{]|```|functools)/.test(text) && !/^\[(?:TOOL_CALLS\]|\s*[A-Za-z_])/.test(text)
    ? plausibleJson(text, declared)
    : true;
}

/** Bare JSON must begin as an envelope does, and with the name of a declared tool if the name comes first. */
function plausibleJson(text: string, declared: readonly string[]): boolean {
  if (text.startsWith("```tool_code")) return true;
  const found = BARE.exec(text);
  if (found === null) return false;
  const [, key, value] = found;
  if (key === undefined) return true;
  if (value === undefined) return FIRST_KEYS.some((one) => one.startsWith(key));
  if (!FIRST_KEYS.includes(key)) return false;
  const name = key === "name" ? /^"([^"\\]*)"/.exec(value)?.[1] : undefined;
  return name === undefined || findTool(name, declared).ok;
}
