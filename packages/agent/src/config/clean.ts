import type { JsonSchema } from "@mm-agent/core";
import { nearest } from "./nearest.js";
import type { Report } from "./problem.js";
import { showValue } from "./show.js";
import {
  listTree,
  mapTree,
  plain,
  scalarTree,
  type Tree,
  type TreeEntry,
  type TreeMap,
  type TreeScalar,
} from "./tree.js";

/**
 * The part of `tree` that fits `schema`; undefined when nothing does or when the value is empty. Everything else is
 * reported once, so that one wrong field never takes its neighbours along.
 */
export function clean(tree: Tree, schema: JsonSchema, path: string, report: Report): Tree | undefined {
  if (tree.kind === "scalar" && tree.value === null) return undefined;
  const branches = schema.anyOf;
  if (branches !== undefined) {
    const fitting = branches.find((branch) => fitsKind(tree, branch));
    if (fitting !== undefined) return clean(tree, fitting, path, report);
    report({ line: tree.line, path, what: wrong(tree, schema, path) });
    return undefined;
  }
  if (schema.type === "object" && tree.kind === "map") return cleanMap(tree, schema, path, report);
  if (schema.type === "array" && tree.kind === "list") {
    const items = tree.items.map((item, index) =>
      schema.items === undefined ? item : clean(item, schema.items, `${path}[${index}]`, report),
    );
    return listTree(
      tree.line,
      items.filter((item) => item !== undefined),
    );
  }
  if (tree.kind === "scalar") {
    const value = cleanScalar(tree, schema);
    if (value !== undefined) return value;
  }
  report({ line: tree.line, path, what: wrong(tree, schema, path) });
  return undefined;
}

function cleanMap(tree: TreeMap, schema: JsonSchema, path: string, report: Report): Tree | undefined {
  const known = schema.properties ?? {};
  const others = schema.additionalProperties ?? true;
  const entries: TreeEntry[] = [];
  for (const entry of tree.entries) {
    const at = path === "" ? entry.key : `${path}.${entry.key}`;
    if (entry.key === "__proto__") {
      report({
        line: entry.line,
        path: at,
        what: 'the key "__proto__" is not allowed',
        instead: "it is ignored",
      });
      continue;
    }
    const own = Object.hasOwn(known, entry.key) ? known[entry.key] : undefined;
    if (own === undefined && others === false) {
      report({ line: entry.line, path: at, ...unknownKey(entry.key, Object.keys(known)) });
      continue;
    }
    const inner = own ?? (typeof others === "object" ? others : undefined);
    const value = inner === undefined ? entry.value : clean(entry.value, inner, at, report);
    if (value !== undefined) entries.push({ ...entry, value });
  }
  const missing = (schema.required ?? []).find((key) => !entries.some((entry) => entry.key === key));
  if (missing !== undefined) {
    report({ line: tree.line, path, what: `"${missing}" is missing`, instead: "the entry is ignored" });
    return undefined;
  }
  return mapTree(tree.line, entries);
}

/** The text for a key that no schema names, with the nearest one that does. */
export function unknownKey(key: string, known: readonly string[]): { what: string; instead: string } {
  const close = nearest(key, known);
  return {
    what: `unknown key ${showValue(key)}`,
    instead: close === undefined ? "it is ignored" : `it is ignored; did you mean "${close}"?`,
  };
}

function fitsKind(tree: Tree, schema: JsonSchema): boolean {
  if (schema.type === "object") return tree.kind === "map";
  if (schema.type === "array") return tree.kind === "list";
  return tree.kind === "scalar" && cleanScalar(tree, schema) !== undefined;
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** A yes or no as people write it in YAML; undefined for anything else. */
export function readSwitch(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = String(value).trim().toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

function cleanScalar(tree: TreeScalar, schema: JsonSchema): TreeScalar | undefined {
  const { value } = tree;
  if (schema.enum !== undefined) {
    if (schema.enum.includes(value)) return tree;
    // YAML 1.2 reads `off` as a text, older readers as false: both mean the word.
    const word = value === false ? "off" : value === true ? "on" : String(value).toLowerCase();
    return schema.enum.includes(word) ? scalarTree(tree.line, word) : undefined;
  }
  if (schema.type === "boolean") {
    const read = readSwitch(value);
    return read === undefined ? undefined : scalarTree(tree.line, read);
  }
  if (schema.type === "string") return typeof value === "string" ? tree : undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  if (schema.type === "integer" && !Number.isSafeInteger(value)) return undefined;
  const least = typeof schema["minimum"] === "number" ? schema["minimum"] : -Infinity;
  const most = typeof schema["maximum"] === "number" ? schema["maximum"] : Infinity;
  return value >= least && value <= most ? tree : undefined;
}

function wrong(tree: Tree, schema: JsonSchema, path: string): string {
  return `${showValue(plain(tree), path)} is not ${expected(schema)}`;
}

/** What a schema asks for, in words. */
export function expected(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) {
    const parts = schema.anyOf.map(expected);
    return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)!}`;
  }
  if (schema.enum !== undefined) return `one of ${schema.enum.map(String).join(", ")}`;
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "string") return "a text";
  if (schema.type === "object") return "a map (`key: value`)";
  if (schema.type === "array") return "a list";
  const noun = schema.type === "integer" ? "a whole number" : "a number";
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
  return minimum === undefined ? noun : `${noun} of ${minimum} or more`;
}
