import type { Rule } from "@mm-agent/core";
import type { ConfigWarning, LoadConfigOptions, RuleExamples } from "./types.js";

/**
 * Tries every example of every rule. A rule that does not do what its author says is not trusted to allow anything: an
 * `allow` becomes `ask`; `ask` and `deny` stay.
 */
export function checkExamples(
  rules: readonly Rule[],
  examples: readonly RuleExamples[],
  matches: NonNullable<LoadConfigOptions["matches"]>,
): { rules: Rule[]; warnings: ConfigWarning[] } {
  const wrong = new Set<Rule>();
  const warnings: ConfigWarning[] = [];
  for (const { rule, match, notMatch } of examples) {
    const missed = match.filter((value) => !matches(rule.tool, rule.pattern, value));
    const caught = notMatch.filter((value) => matches(rule.tool, rule.pattern, value));
    const said = [
      ...missed.map((value) => `does not match its example ${JSON.stringify(value)}`),
      ...caught.map((value) => `matches ${JSON.stringify(value)}, which it should not`),
    ];
    if (said.length === 0) continue;
    wrong.add(rule);
    const then = rule.decision === "allow" ? "; using ask instead of allow" : "";
    warnings.push({
      key: `permissions.${rule.tool}.${rule.pattern}`,
      message: `${rule.source}: the rule ${rule.tool} ${JSON.stringify(rule.pattern)} ${said.join(" and ")}${then}`,
    });
  }
  const kept = rules.map((rule) =>
    wrong.has(rule) && rule.decision === "allow" ? { ...rule, decision: "ask" as const } : rule,
  );
  return { rules: kept, warnings };
}
