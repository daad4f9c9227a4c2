import type { Alias, Node, YAMLMap } from "yaml";
import { listTree, mapTree, scalarTree, type Tree, type TreeEntry, type TreeMap } from "./tree.js";

/** Anything odd that does not make the text unreadable. */
interface Note {
  readonly line: number;
  readonly message: string;
}

export type ReadResult =
  | { readonly ok: true; readonly root: TreeMap; readonly notes: readonly Note[] }
  | { readonly ok: false; readonly reason: string; readonly line?: number };

/** Levels and values beyond which no config was ever meant. */
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;

/** Reads YAML 1.2 (so JSON too) into a tree with line numbers. Never throws. */
export async function readYaml(text: string): Promise<ReadResult> {
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const lineAt = (offset: number | undefined) => lines.linePos(offset ?? 0).line || 1;
  try {
    const doc = yaml.parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
    const error = doc.errors[0];
    if (error !== undefined) {
      return { ok: false, line: lineAt(error.pos[0]), reason: firstLine(error.message) };
    }
    const walker = new Walker(yaml, lineAt);
    for (const { pos, message } of doc.warnings) {
      walker.notes.push({ line: lineAt(pos[0]), message: firstLine(message) });
    }
    const root = doc.contents === null ? mapTree(1, []) : walker.walk(doc.contents, 1);
    if (root.kind === "scalar" && root.value === null) {
      return { ok: true, root: mapTree(1, []), notes: walker.notes };
    }
    if (root.kind !== "map")
      return { ok: false, line: root.line, reason: "it holds no keys (`key: value`) at the top" };
    if (root.size > MAX_VALUES) return { ok: false, reason: `it holds more than ${MAX_VALUES} values` };
    return { ok: true, root, notes: walker.notes };
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError) {
      return { ok: false, reason: `it is nested deeper than ${MAX_DEPTH} levels` };
    }
    return { ok: false, reason: firstLine(error instanceof Error ? error.message : String(error)) };
  }
}

class TooDeep extends Error {}

class Walker {
  readonly notes: Note[] = [];
  private readonly anchors = new Map<string, Tree>();

  constructor(
    private readonly yaml: typeof import("yaml"),
    private readonly lineAt: (offset: number | undefined) => number,
  ) {}

  walk(node: Node, depth: number): Tree {
    if (depth > MAX_DEPTH) throw new TooDeep();
    const { yaml } = this;
    const line = this.lineAt(node.range?.[0]);
    if (yaml.isAlias(node)) return this.alias(node, line, depth);
    const tree = yaml.isMap(node)
      ? this.map(node, line, depth)
      : yaml.isSeq(node)
        ? listTree(
            line,
            node.items.map((item) => this.child(item, line, depth)),
          )
        : scalarTree(line, scalarValue(yaml.isScalar(node) ? node.value : null));
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) this.anchors.set(anchor, tree);
    return tree;
  }

  private child(node: unknown, line: number, depth: number): Tree {
    return this.yaml.isNode(node) ? this.walk(node, depth + 1) : scalarTree(line, scalarValue(node));
  }

  private alias(node: Alias, line: number, depth: number): Tree {
    const target = this.anchors.get(node.source);
    if (target === undefined) {
      this.notes.push({ line, message: `the alias *${node.source} stands for nothing; it counts as empty` });
      return scalarTree(line, null);
    }
    if (depth + target.depth > MAX_DEPTH) throw new TooDeep();
    return target;
  }

  private map(node: YAMLMap, line: number, depth: number): Tree {
    const own: TreeEntry[] = [];
    const merged: TreeEntry[] = [];
    const seen = new Map<string, number>();
    for (const pair of node.items) {
      const keyNode = pair.key as Node | null;
      const keyLine = this.lineAt(keyNode?.range?.[0] ?? node.range?.[0]);
      if (keyNode !== null && !this.yaml.isScalar(keyNode)) {
        this.notes.push({ line: keyLine, message: "a key that is not a plain word is ignored" });
        continue;
      }
      const key = keyText(keyNode?.value);
      const value = this.child(pair.value, keyLine, depth);
      if (key === "<<") {
        for (const part of value.kind === "list" ? value.items : [value]) {
          if (part.kind === "map") merged.push(...part.entries);
          else this.notes.push({ line: keyLine, message: "`<<` merges maps only; this value is ignored" });
        }
        continue;
      }
      const first = seen.get(key);
      if (first === undefined) seen.set(key, keyLine);
      else
        this.notes.push({
          line: keyLine,
          message: `the key ${JSON.stringify(clip(key))} stands twice (first in line ${first})`,
        });
      own.push({ key, line: keyLine, value });
    }
    const inherited: TreeEntry[] = [];
    for (const entry of merged) {
      if (seen.has(entry.key)) continue;
      seen.set(entry.key, entry.line);
      inherited.push(entry);
    }
    return mapTree(line, [...inherited, ...own]);
  }
}

function keyText(value: unknown): string {
  const plain = scalarValue(value);
  return plain === null ? "" : String(plain);
}

function scalarValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "bigint" ? Number(value) : JSON.stringify(value);
}

function firstLine(text: string): string {
  return clip(text.split("\n", 1)[0] ?? text, 200);
}

function clip(text: string, max = 60): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
