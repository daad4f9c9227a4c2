import { compileGlob } from "../glob/compile-glob.js";

/** One line of an ignore file. */
export interface IgnoreRule {
  readonly negated: boolean;
  /** Only folders are meant. */
  readonly folder: boolean;
  /** Whether a path below the rule's folder is meant. `name` is the path's last part. */
  matches(path: string, name: string): boolean;
}

/**
 * Reads an ignore file by the rules of gitignore(5); the last rule comes first, since it decides. Lines that cannot be
 * read are left out. Braces are alternatives, as in ripgrep.
 */
export function parseRules(text: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const rule = parseRule(line);
    if (rule !== undefined) rules.push(rule);
  }
  return rules.toReversed();
}

function parseRule(line: string): IgnoreRule | undefined {
  let glob = line;
  if (glob.startsWith("#")) return undefined;
  glob = glob.replace(/(?<!\\)[ \t]+$/, "");
  const negated = glob.startsWith("!");
  if (negated) glob = glob.slice(1);
  const folder = glob.endsWith("/") && !glob.endsWith("\\/");
  if (folder) glob = glob.replace(/\/+$/, "");
  const anchored = glob.includes("/");
  if (glob.startsWith("/")) glob = glob.slice(1);
  if (glob === "") return undefined;
  const matches = matcher(glob, anchored);
  return matches && { negated, folder, matches };
}

/** The cheapest test for a glob; most rules are plain names and extensions. */
function matcher(glob: string, anchored: boolean): IgnoreRule["matches"] | undefined {
  if (glob.startsWith("**/") && !glob.slice(3).includes("/")) return matcher(glob.slice(3), false);
  if (!/[*?[\\{]/.test(glob)) return anchored ? (path) => path === glob : (_path, name) => name === glob;
  if (!anchored && /^\*[^*?[\\{/]+$/.test(glob)) {
    const end = glob.slice(1);
    return (_path, name) => name.endsWith(end);
  }
  const expression = compileGlob(glob);
  if (expression === undefined) return undefined;
  return anchored ? (path) => expression.test(path) : (_path, name) => expression.test(name);
}
