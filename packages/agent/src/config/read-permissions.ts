import type { Decision, Rule } from "@mm-agent/core";
import type { Report } from "./problem.js";
import { showValue } from "./show.js";
import { plain, type Tree, type TreeMap } from "./tree.js";
import type { RuleExamples } from "./types.js";

export interface PermissionsRead {
  readonly rules: Rule[];
  readonly examples: RuleExamples[];
  /** True when the map as a whole cannot be read, so that denials may have been lost. */
  readonly unreadable: boolean;
}

const DECISIONS = ["allow", "ask", "deny"];

/** Reads a `permissions` map. What cannot be read asks; nothing is dropped. */
export function readPermissions(tree: Tree, file: string, report: Report): PermissionsRead {
  const rules: Rule[] = [];
  const examples: RuleExamples[] = [];
  if (tree.kind === "scalar" && tree.value === null) return { rules, examples, unreadable: false };
  if (tree.kind !== "map") {
    report({
      line: tree.line,
      path: "permissions",
      what: `${showValue(plain(tree))} is not a map (\`tool: {pattern: decision}\`)`,
      instead: "permission mode falls to ask",
    });
    return { rules, examples, unreadable: true };
  }
  const add = (tool: string, pattern: string, line: number, decision: Decision): Rule => {
    const rule = { tool, pattern, decision, source: `${file}:${line}` };
    rules.push(rule);
    return rule;
  };
  for (const { key: tool, line, value } of tree.entries) {
    if (value.kind !== "map") {
      add(tool, "*", line, decisionOf(value, line, `permissions.${tool}`, report));
      continue;
    }
    for (const entry of value.entries) {
      const path = `permissions.${tool}.${entry.key}`;
      if (entry.value.kind !== "map") {
        add(tool, entry.key, entry.line, decisionOf(entry.value, entry.line, path, report));
        continue;
      }
      const detailed = readDetailed(entry.value, entry.line, path, report);
      const rule = add(tool, entry.key, entry.line, detailed.decision);
      if (detailed.match.length + detailed.notMatch.length > 0) {
        examples.push({ rule, match: detailed.match, notMatch: detailed.notMatch });
      }
    }
  }
  return { rules, examples, unreadable: false };
}

function decisionOf(tree: Tree, line: number, path: string, report: Report): Decision {
  const word = tree.kind === "scalar" ? String(tree.value).trim().toLowerCase() : "";
  if (DECISIONS.includes(word)) return word as Decision;
  report({
    line,
    path,
    what: `${showValue(plain(tree))} is not one of ${DECISIONS.join(", ")}`,
    instead: "using ask",
  });
  return "ask";
}

function readDetailed(tree: TreeMap, line: number, path: string, report: Report) {
  const match: string[] = [];
  const notMatch: string[] = [];
  const decisions: Decision[] = [];
  for (const entry of tree.entries) {
    if (entry.key === "decide") decisions.push(decisionOf(entry.value, entry.line, path, report));
    else if (entry.key === "match") match.push(...texts(entry.value, entry.line, path, report));
    else if (entry.key === "notMatch") notMatch.push(...texts(entry.value, entry.line, path, report));
    else {
      report({
        line: entry.line,
        path,
        what: `unknown key ${showValue(entry.key)}`,
        instead: "it is ignored; a rule has decide, match and notMatch",
      });
    }
  }
  if (decisions.length === 0) {
    report({ line, path, what: '"decide" is missing', instead: "using ask" });
    decisions.push("ask");
  }
  return { decision: strictest(decisions), match, notMatch };
}

/** `deny` before `ask` before `allow`. */
function strictest(decisions: readonly Decision[]): Decision {
  return decisions.includes("deny") ? "deny" : decisions.includes("ask") ? "ask" : "allow";
}

function texts(tree: Tree, line: number, path: string, report: Report): string[] {
  const items = tree.kind === "list" ? tree.items : [tree];
  const out: string[] = [];
  for (const item of items) {
    if (item.kind === "scalar" && item.value !== null) out.push(String(item.value));
    else
      report({
        line,
        path,
        what: `${showValue(plain(item))} is not an example text`,
        instead: "it is ignored",
      });
  }
  return out;
}
