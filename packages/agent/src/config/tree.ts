/** A config file as read, with the line of everything in it. Aliases share subtrees; `size` counts them each time. */
export type Tree = TreeMap | TreeList | TreeScalar;

interface TreeBase {
  /** 1-based. */
  readonly line: number;
  /** Values in the tree once every alias is written out. */
  readonly size: number;
  /** Levels of nesting; 1 for a scalar. */
  readonly depth: number;
}

export interface TreeMap extends TreeBase {
  readonly kind: "map";
  /** In the order of the file; a key may stand twice. */
  readonly entries: readonly TreeEntry[];
}

export interface TreeEntry {
  readonly key: string;
  readonly line: number;
  readonly value: Tree;
}

export interface TreeList extends TreeBase {
  readonly kind: "list";
  readonly items: readonly Tree[];
}

export interface TreeScalar extends TreeBase {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

export function mapTree(line: number, entries: readonly TreeEntry[]): TreeMap {
  return { kind: "map", line, entries, ...measure(entries.map((entry) => entry.value)) };
}

export function listTree(line: number, items: readonly Tree[]): TreeList {
  return { kind: "list", line, items, ...measure(items) };
}

export function scalarTree(line: number, value: TreeScalar["value"]): TreeScalar {
  return { kind: "scalar", line, value, size: 1, depth: 1 };
}

function measure(children: readonly Tree[]): { size: number; depth: number } {
  let size = 1;
  let depth = 1;
  for (const child of children) {
    size += child.size;
    if (child.depth >= depth) depth = child.depth + 1;
  }
  return { size, depth };
}

/** The value a tree stands for. The last of two equal keys wins; `__proto__` never becomes a prototype. */
export function plain(tree: Tree): unknown {
  if (tree.kind === "scalar") return tree.value;
  if (tree.kind === "list") return tree.items.map(plain);
  const out: Record<string, unknown> = {};
  for (const { key, value } of tree.entries) setOwn(out, key, plain(value));
  return out;
}

/** Sets an own property, whatever the key is called. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
