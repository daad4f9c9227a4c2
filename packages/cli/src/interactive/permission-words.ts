import type { Answer, PermissionRequest } from "@mm-agent/core";

/** What is said when a question was answered. */
export const SAID: Readonly<Record<Answer["outcome"], string>> = {
  once: "Allowed once.",
  session: "Allowed for this session.",
  project: "Always allowed in this project.",
  reject: "Rejected.",
  reject_session: "Rejected for this session.",
  cancelled: "Cancelled.",
};

/** Nothing is answered before keys have been quiet for this long, in milliseconds. */
export const QUIET_MS = 400;
/** And this much later: what already lies in the terminal's buffer has come in by then. */
export const DRAIN_MS = 20;

/** The rules that "session" and "project" would store, one a line; a line end inside a pattern does not part them. */
export function rulesOf(request: PermissionRequest): string[] {
  const rule = request.options.find((option) => option.rule !== undefined)?.rule;
  return rule === undefined ? [] : rule.split(/\n(?=[\w*-]+: )/);
}
