/**
 * Names that models use for a field, by the name our tools and most plugins give it. Only words with the same meaning
 * and unit stand here: `offset` may count from 0 and a `limit` of lines is no `end`, so they are no synonyms of
 * `start` and `end`; a `timeout_ms` is no `timeout`. Compared without case and separators (`filePath` = `file_path`).
 */
const FAMILIES: Readonly<Record<string, string>> = {
  path: "file file_path file_name path_name target_file absolute_path relative_path directory dir folder",
  command: "cmd shell_command bash_command command_line",
  content: "contents text file_text file_content file_contents body",
  old: "old_string old_text old_str old_content search find",
  new: "new_string new_text new_str new_content replace replacement replace_with",
  edits: "changes replacements",
  start: "line_start start_line from from_line first_line",
  end: "line_end end_line to to_line last_line",
  numbered: "line_numbers show_line_numbers",
  pattern: "query regex regexp search search_pattern search_term",
  query: "q search_query search search_term",
  limit: "max_results max_matches",
  line: "line_number lineno",
  column: "col column_number",
  symbol: "symbol_name identifier",
  action: "operation method",
  url: "uri link href",
  name: "skill skill_name",
  agent: "agent_name",
  prompt: "task message question instructions",
};

/** Fields that only explain a call. Their text changes nothing, so it is left out. */
const EXPLANATIONS: ReadonlySet<string> = new Set(
  (
    "i explanation description reason reasoning rationale thought thoughts thinking " +
    "purpose intent intention justification why comment note summary goal"
  ).split(" "),
);

let canonical: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * The declared field that `key` means: the one that differs only in case and separators, else the one it is a synonym
 * of. Undefined when none or several fit.
 */
export function resolveField(key: string, declared: readonly string[]): string | undefined {
  if (declared.includes(key)) return key;
  const folded = fold(key);
  const same = declared.filter((name) => fold(name) === folded);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  // Made by the first call that needs it, not by every start.
  canonical ??= invert();
  const meant = canonical.get(folded) ?? [];
  const fits = declared.filter((name) => meant.includes(fold(name)));
  return fits.length === 1 ? fits[0] : undefined;
}

/** True for an undeclared field that may be left out: off, empty, or an explanation. */
export function isInert(key: string, value: unknown): boolean {
  if (value === false || value === null || value === undefined || value === "") return true;
  if (typeof value === "object") return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
  return typeof value === "string" && EXPLANATIONS.has(fold(key));
}

/** A name without case and separators. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function invert(): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const [canonical, synonyms] of Object.entries(FAMILIES)) {
    for (const synonym of synonyms.split(" ").map(fold))
      map.set(synonym, [...(map.get(synonym) ?? []), canonical]);
  }
  return map;
}
