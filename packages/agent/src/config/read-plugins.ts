import { clean, readSwitch } from "./clean.js";
import type { DraftPlugin } from "./draft.js";
import type { Report } from "./problem.js";
import { pluginKeys } from "./schema/plugin.js";
import { showValue } from "./show.js";
import { plain, type Tree } from "./tree.js";
import type { Layer } from "./types.js";

const entrySchema = pluginKeys.plugins.items;

/**
 * Reads a `plugins` list; undefined when it is none. An entry marked `guard` is never dropped, however wrong the rest of
 * it is: it then names nothing that can be loaded, and the loader refuses every call.
 */
export function readPlugins(
  tree: Tree,
  file: string,
  layer: Layer,
  report: Report,
): DraftPlugin[] | undefined {
  if (tree.kind !== "list") {
    report({
      line: tree.line,
      path: "plugins",
      what: `${showValue(plain(tree))} is not a list (\`- use: name\`)`,
      instead: "it is ignored, and permission mode falls to ask",
    });
    return undefined;
  }
  const out: DraftPlugin[] = [];
  for (const [index, item] of tree.items.entries()) {
    const named = item.kind === "scalar" && typeof item.value === "string" ? item.value : undefined;
    const cleaned = named === undefined ? clean(item, entrySchema, `plugins[${index}]`, report) : undefined;
    const value =
      cleaned === undefined ? {} : (plain(cleaned) as { use?: string; config?: Record<string, unknown> });
    const use = named ?? value.use;
    const guard = wantsGuard(item);
    if (use === undefined && !guard) continue;
    out.push({
      entry: { use: use ?? "", config: value.config ?? {}, guard, layer, place: { file, line: item.line } },
      lines: linesOf(cleaned),
    });
  }
  return out;
}

// Anything but a clear no counts: a guard that was meant and mistyped must not be lost.
function wantsGuard(item: Tree): boolean {
  if (item.kind !== "map") return false;
  const given = item.entries.filter((entry) => entry.key === "guard");
  return given.some((entry) => readSwitch(plain(entry.value)) !== false);
}

function linesOf(tree: Tree | undefined): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const visit = (at: Tree, path: string) => {
    if (at.kind !== "map") return;
    for (const entry of at.entries) {
      const key = path === "" ? entry.key : `${path}.${entry.key}`;
      lines.set(key, entry.line);
      visit(entry.value, key);
    }
  };
  const config = tree?.kind === "map" ? tree.entries.findLast((entry) => entry.key === "config") : undefined;
  if (config !== undefined) visit(config.value, "");
  return lines;
}
