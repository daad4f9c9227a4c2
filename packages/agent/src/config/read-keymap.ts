import { nearest } from "./nearest.js";
import type { Report } from "./problem.js";
import { readKey } from "./read-key.js";
import { KEY_ACTIONS } from "./schema/window.js";
import { showValue } from "./show.js";
import { listTree, mapTree, plain, scalarTree, type Tree, type TreeEntry } from "./tree.js";

const HOW = "write keys like Ctrl-R, Alt-Enter or F2";

/**
 * Reads a `keys` map: each action gets a list of keys in the one spelling, empty for `false`. What is no action or no
 * key is reported and left out; an action whose keys are all unreadable keeps those it had.
 */
export function readKeymap(tree: Tree, report: Report): Tree | undefined {
  if (tree.kind === "scalar" && tree.value === null) return undefined;
  if (tree.kind !== "map") {
    report({
      line: tree.line,
      path: "keys",
      what: `${showValue(plain(tree))} is not a map (\`action: key\`)`,
      instead: "it is ignored",
    });
    return undefined;
  }
  const entries: TreeEntry[] = [];
  for (const entry of tree.entries) {
    const path = `keys.${entry.key}`;
    if (!(KEY_ACTIONS as readonly string[]).includes(entry.key)) {
      const near = nearest(entry.key, KEY_ACTIONS);
      report({
        line: entry.line,
        path,
        what: `the window has no action ${showValue(entry.key)}`,
        instead: near === undefined ? "it is ignored" : `it is ignored; did you mean "${near}"?`,
      });
      continue;
    }
    const keys = keysOf(entry.value, path, report);
    if (keys === undefined) continue;
    const items = keys.map((key) => scalarTree(entry.line, key));
    entries.push({ ...entry, value: listTree(entry.value.line, items) });
  }
  return mapTree(tree.line, entries);
}

function keysOf(tree: Tree, path: string, report: Report): string[] | undefined {
  if (tree.kind === "scalar" && (tree.value === false || tree.value === "off")) return [];
  if (tree.kind === "scalar" && tree.value === null) return undefined;
  const written = tree.kind === "list" ? tree.items : [tree];
  const keys: string[] = [];
  for (const item of written) {
    // A digit alone is a key too, and YAML reads it as a number.
    const text = item.kind === "scalar" && typeof item.value !== "boolean" ? String(item.value) : "";
    const key = readKey(text);
    if (key === undefined)
      report({
        line: item.line,
        path,
        what: `${showValue(plain(item))} is no key: ${HOW}`,
        instead: "it is ignored",
      });
    else if (!keys.includes(key)) keys.push(key);
  }
  return keys.length === 0 && written.length > 0 ? undefined : keys;
}
