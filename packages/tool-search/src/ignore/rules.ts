import { parseRules, type IgnoreRule } from "./parse-rules.js";
import { readExclude } from "./read-exclude.js";
import { readRuleFile } from "./read-rule-file.js";

/** The rules of one ignore file. */
interface Level {
  /** The folder the rules count from, absolute, with `/` and a final `/`. */
  readonly base: string;
  /** What the rules were read from. */
  readonly text: string;
  readonly rules: readonly IgnoreRule[];
}

/**
 * All rules that hold in a folder, nearest first; a kind decides before the next one, as in ripgrep. Never changed:
 * a folder without ignore files has its parent's very object.
 */
export interface Rules {
  readonly rgignore: readonly Level[];
  readonly ignore: readonly Level[];
  readonly gitignore: readonly Level[];
  readonly exclude: readonly Level[];
}

export const NO_RULES: Rules = { rgignore: [], ignore: [], gitignore: [], exclude: [] };

/** Files with rules. A folder's listing says which of them it has. */
export const RULE_FILES: readonly string[] = [".rgignore", ".ignore", ".gitignore"];

/** Whether the entry `path` (absolute, with `/`) is left out of every search. `.git` always is. */
export function isIgnored(rules: Rules, path: string, name: string, folder: boolean): boolean {
  if (name === ".git") return true;
  return (
    decide(rules.rgignore, path, name, folder) ??
    decide(rules.ignore, path, name, folder) ??
    decide(rules.gitignore, path, name, folder) ??
    decide(rules.exclude, path, name, folder) ??
    false
  );
}

function decide(levels: readonly Level[], path: string, name: string, folder: boolean): boolean | undefined {
  for (const { base, rules } of levels) {
    const below = path.slice(base.length);
    for (const rule of rules) {
      if ((!rule.folder || folder) && rule.matches(below, name)) return !rule.negated;
    }
  }
  return undefined;
}

/**
 * The rules inside `folder` (absolute, `/`, final `/`), given those around it and the names in it. A folder with a
 * `.git` begins a repository of its own: the git rules of the outer one end there.
 */
export function enterFolder(outer: Rules, folder: string, names: { has(name: string): boolean }): Rules {
  const repository = names.has(".git");
  if (!repository && !RULE_FILES.some((name) => names.has(name))) return outer;
  const level = (name: string): Level[] =>
    names.has(name) ? toLevel(folder, readRuleFile(`${folder}${name}`)) : [];
  const exclude = repository ? toLevel(folder, readExclude(`${folder}.git`)) : [];
  return {
    rgignore: [...level(".rgignore"), ...outer.rgignore],
    ignore: [...level(".ignore"), ...outer.ignore],
    gitignore: [...level(".gitignore"), ...(repository ? [] : outer.gitignore)],
    exclude: [...exclude, ...(repository ? [] : outer.exclude)],
  };
}

function toLevel(base: string, text: string): Level[] {
  const rules = parseRules(text);
  return rules.length === 0 ? [] : [{ base, text, rules }];
}

/** Whether two sets of rules say the same, though they were read at different times. */
export function sameRules(a: Rules, b: Rules): boolean {
  if (a === b) return true;
  const kinds = ["rgignore", "ignore", "gitignore", "exclude"] as const;
  return kinds.every(
    (kind) =>
      a[kind].length === b[kind].length &&
      a[kind].every(({ base, text }, at) => base === b[kind][at]?.base && text === b[kind][at]?.text),
  );
}
