import type { PermissionCheck, ToolKind } from "../tool/types.js";
import { escapePattern, literalPrefix, matchPath, matchText } from "./pattern.js";
import type { Decision, Mode, Rule } from "./types.js";

/** One call to be judged. */
export interface PolicyQuestion {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly checks: readonly PermissionCheck[];
  /** True when the checks may not cover everything the call does. */
  readonly unparsed?: boolean;
  /** The call as one text (a whole command): an answer to exactly this text settles every ask about its parts. */
  readonly whole?: string;
  /** True when the call touches a path outside the session's folder. */
  readonly outside?: boolean;
}

export interface PolicyVerdict {
  readonly decision: Decision | "reject";
  /** The rule that decided, if one did. */
  readonly rule?: Rule;
  /** One line for the person: why it asks, or why it is refused. */
  readonly why: string;
}

/**
 * The one judge of every call. Any deny wins, in every mode; plan mode lets only reading kinds through; else the most
 * specific rule decides; a remembered answer settles an ask; else the mode. The strictest of several checks counts.
 */
export interface PermissionPolicy {
  mode: Mode;
  readonly rules: readonly Rule[];
  judge(question: PolicyQuestion): PolicyVerdict;
  /** Adds answers of this session or of the stored ones. `deny` here means: reject without asking. */
  remember(rules: readonly Rule[]): void;
  remembered(): readonly Rule[];
  /** Drops the remembered rules for which `match` is true. */
  forget(match: (rule: Rule) => boolean): void;
}

const HARMLESS: ReadonlySet<ToolKind> = new Set(["read", "search", "fetch", "think"]);
const EDITS: ReadonlySet<ToolKind> = new Set(["edit", "delete", "move"]);
/** Patterns that cover whatever a tool does. */
const ALL: ReadonlySet<string> = new Set(["*", "**"]);
const STRICTNESS: Record<PolicyVerdict["decision"], number> = { allow: 0, ask: 1, reject: 2, deny: 3 };

export function createPolicy(options: {
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  readonly remembered?: readonly Rule[];
}): PermissionPolicy {
  const rules = [...options.rules];
  let remembered = [...(options.remembered ?? [])];

  const policy: PermissionPolicy = {
    mode: options.mode,
    rules,
    remember: (more) => void remembered.push(...more),
    remembered: () => remembered,
    forget: (match) => {
      remembered = remembered.filter((rule) => !match(rule));
    },
    judge(question) {
      const checks = question.checks.length > 0 ? question.checks : [{ tool: question.tool, value: "" }];
      for (const check of checks) {
        const rule = rules.find((r) => r.decision === "deny" && touches(r, check));
        if (rule) return { decision: "deny", rule, why: `denied by rule ${rule.pattern} (${rule.source})` };
      }
      if (policy.mode === "plan" && !HARMLESS.has(question.kind))
        return { decision: "deny", why: "plan mode: it only reads, searches, fetches and thinks" };
      const answered = answerToWhole([...rules, ...remembered], question);
      if (answered) return answered;
      const asking = checks.filter((check) => check.only !== "deny");
      const verdicts = asking.map((check) => judgeCheck(policy.mode, rules, remembered, question, check));
      const strictest = verdicts.reduce((a, b) => (STRICTNESS[b.decision] > STRICTNESS[a.decision] ? b : a));
      if (strictest.decision !== "allow" || !question.unparsed) return strictest;
      const parts = asking.filter((check) => check.advisory !== true);
      if (parts.every((check) => allowedWordForWord([...rules, ...remembered], check))) return strictest;
      return judgeUnparsed(policy.mode, rules, question, asking) ?? strictest;
    },
  };
  return policy;
}

function answerToWhole(rules: readonly Rule[], { tool, whole }: PolicyQuestion): PolicyVerdict | undefined {
  if (whole === undefined) return undefined;
  const exact = escapePattern(whole);
  const about = rules.filter((r) => r.pattern === exact && isAbout(r, tool) && r.decision !== "ask");
  // A rejection for the session stands here as a deny; rules that deny have been looked at before.
  const rule = about.find((r) => r.decision === "deny") ?? about[0];
  if (!rule) return undefined;
  if (rule.decision === "deny") return { decision: "reject", rule, why: `rejected before (${rule.source})` };
  return { decision: "allow", rule, why: `allowed word for word (${rule.source})` };
}

/** A model that says Bash means bash; so does the owner of the rule. */
function isAbout(rule: Rule, tool: string): boolean {
  return rule.tool === "*" || rule.tool.toLowerCase() === tool.toLowerCase();
}

function judgeCheck(
  mode: Mode,
  rules: readonly Rule[],
  remembered: readonly Rule[],
  question: PolicyQuestion,
  check: PermissionCheck,
): PolicyVerdict {
  const rule = mostSpecific(
    rules.filter((r) => r.decision !== "deny" && (r.decision === "ask" ? touches(r, check) : fits(r, check))),
  );
  const base: PolicyVerdict = rule
    ? { decision: rule.decision, rule, why: `rule ${rule.pattern} (${rule.source})` }
    : check.advisory === true || (check.tool !== question.tool && allowsAll(rules, question.tool))
      ? { decision: "allow", why: "no rule is about it" }
      : byMode(mode, {
          ...question,
          ...(check.kind ? { kind: check.kind } : {}),
          outside: check.outside ?? question.outside ?? false,
        });
  const answer = mostSpecific(
    remembered.filter((r) => (r.decision === "allow" ? fits(r, check) : touches(r, check))),
  );
  if (answer?.decision === "deny")
    return { decision: "reject", rule: answer, why: `rejected before (${answer.source})` };
  if (base.decision === "ask" && answer?.decision === "allow")
    return { decision: "allow", rule: answer, why: `allowed before (${answer.source})` };
  return base;
}

/**
 * What could not be taken apart may hide what a rule forbids: it asks, unless no rule for the tools that it may touch restricts
 * anything and either the mode or a rule for the whole tool lets everything run.
 */
function judgeUnparsed(
  mode: Mode,
  rules: readonly Rule[],
  question: PolicyQuestion,
  checks: readonly PermissionCheck[],
): PolicyVerdict | undefined {
  const restricted = rules.some(
    (r) => r.decision !== "allow" && checks.some((check) => isAbout(r, check.tool)),
  );
  const everything = allowsAll(rules, question.tool);
  if (!restricted && (everything || byMode(mode, question).decision === "allow")) return undefined;
  return { decision: "ask", why: "it could not be taken apart to check every part of it" };
}

/** Whether a rule lets everything run that a tool does, and with it what its calls do besides. */
function allowsAll(rules: readonly Rule[], tool: string): boolean {
  return rules.some((r) => r.decision === "allow" && ALL.has(r.pattern) && fits(r, { tool, value: "" }));
}

/** A rule or an answer for exactly this text needs no taking apart. */
function allowedWordForWord(rules: readonly Rule[], check: PermissionCheck): boolean {
  const exact = escapePattern(check.value);
  return rules.some((r) => r.decision === "allow" && r.pattern === exact && fits(r, check));
}

function byMode(mode: Mode, question: PolicyQuestion): PolicyVerdict {
  if (mode === "yolo" || HARMLESS.has(question.kind)) return { decision: "allow", why: `mode ${mode}` };
  if (mode === "edits" && EDITS.has(question.kind) && !question.outside)
    return { decision: "allow", why: "mode edits" };
  const where = question.outside ? " and the path is outside the folder" : "";
  return { decision: "ask", why: `mode ${mode}${where}` };
}

function fits(rule: Rule, check: PermissionCheck): boolean {
  if (!isAbout(rule, check.tool)) return false;
  if (ALL.has(rule.pattern)) return true;
  return check.type === "path" ? matchPath(rule.pattern, check.value) : matchText(rule.pattern, check.value);
}

/** As `fits`, also through another spelling: for what restricts. */
function touches(rule: Rule, check: PermissionCheck): boolean {
  // A rule about everything decides over the call itself, not over what is only looked at besides.
  if (check.advisory === true && ALL.has(rule.pattern) && (rule.tool === "*" || check.value === ""))
    return false;
  return fits(rule, check) || (check.also ?? []).some((value) => fits(rule, { ...check, value }));
}

function mostSpecific(rules: readonly Rule[]): Rule | undefined {
  let best: Rule | undefined;
  for (const rule of rules) if (!best || moreSpecific(rule, best)) best = rule;
  return best;
}

function moreSpecific(a: Rule, b: Rule): boolean {
  if ((a.tool === "*") !== (b.tool === "*")) return b.tool === "*";
  const [lengthA, lengthB] = [literalPrefix(a.pattern), literalPrefix(b.pattern)];
  if (lengthA !== lengthB) return lengthA > lengthB;
  return STRICTNESS[a.decision] > STRICTNESS[b.decision];
}
