import { randomUUID } from "node:crypto";
import { escapePattern } from "../permission/pattern.js";
import type { PolicyVerdict } from "../permission/policy.js";
import type { Answer, PermissionOption, PermissionRequest, Rule } from "../permission/types.js";
import type { PermissionCheck, Plan, Result, Tool, ToolKind } from "../tool/types.js";
import { permissionChecks } from "./permission-checks.js";
import type { DispatcherOptions } from "./types.js";

/** Judges a planned call and asks where the policy says so. Returns the refusal, or undefined when the call may run. */
export async function askPermission(
  options: DispatcherOptions,
  callId: string,
  tool: Tool,
  kind: ToolKind,
  plan: Plan,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const checks = permissionChecks(tool, plan, options.workspace);
  const subject = plan.permission?.subject ?? tool.name;
  const verdict = options.policy.judge({
    tool: tool.name,
    kind,
    checks,
    unparsed: plan.permission?.unparsed ?? false,
    ...(plan.permission?.whole === undefined ? {} : { whole: plan.permission.whole }),
    outside: (plan.paths ?? []).some((path) => options.workspace.resolve(path).outside),
  });
  if (verdict.decision === "allow") return undefined;
  if (verdict.decision === "deny") return denial(tool, verdict);
  if (verdict.decision === "reject") return rejected(subject);

  const asking = checks.filter((check) => check.only !== "deny");
  const remember = rulesToRemember(asking, plan);
  if (!options.ask) {
    const how = remember.map((rule) => shellQuote(`${rule.tool}:${rule.pattern}`)).join(" --allow ");
    options.emit({
      type: "notice",
      level: "warning",
      text: `${tool.name} was rejected: nobody can be asked here (${verdict.why}). It runs with --allow ${how}.`,
    });
    return rejected(subject);
  }
  const request: PermissionRequest = {
    id: randomUUID(),
    callId,
    agent: [],
    tool: tool.name,
    title: plan.title,
    kind,
    subject,
    preview: plan.preview ?? [],
    changes: plan.changes ?? [],
    options: answerOptions(remember),
    why: verdict.why,
  };
  options.emit({ type: "permission.asked", request });
  const answer = await orCancelled(options.ask(request), signal);
  options.emit({ type: "permission.answered", id: request.id, callId, answer });
  return settle(options, answer, subject, remember);
}

/**
 * The refusal of a call that a rule denies, undefined otherwise. For plans that end early: their texts tell what a file
 * holds, so a denied file must not even be refused in detail.
 */
export function deniedByRule(
  options: DispatcherOptions,
  tool: Tool,
  kind: ToolKind,
  plan: Plan,
): Result | undefined {
  const checks = permissionChecks(tool, plan, options.workspace);
  const verdict = options.policy.judge({ tool: tool.name, kind, checks });
  return verdict.decision === "deny" && verdict.rule ? denial(tool, verdict) : undefined;
}

function denial(tool: Tool, verdict: PolicyVerdict): Result {
  const by = verdict.rule ? `rule ${verdict.rule.pattern}` : verdict.why;
  return { ok: false, code: "denied", text: `[${tool.name} denied by ${by}]` };
}

function settle(
  options: DispatcherOptions,
  answer: Answer,
  subject: string,
  remember: readonly Rule[],
): Result | undefined {
  switch (answer.outcome) {
    case "once":
      return undefined;
    case "session":
    case "project": {
      const rules = remember.map((rule) => ({
        ...rule,
        source: answer.outcome === "session" ? "this session" : "this project",
      }));
      options.policy.remember(rules);
      options.onRemember?.(rules, answer.outcome);
      return undefined;
    }
    case "reject_session": {
      const rules = remember.map((rule): Rule => ({ ...rule, decision: "deny", source: "this session" }));
      options.policy.remember(rules);
      options.onRemember?.(rules, "session");
      return rejected(subject, answer.reason);
    }
    case "reject":
      return rejected(subject, answer.reason);
    case "cancelled":
      return { ok: false, code: "cancelled", text: "[cancelled before it ran]" };
  }
}

function rejected(subject: string, reason?: string): Result {
  const why = reason === undefined || reason === "" ? "" : `: ${reason}`;
  return { ok: false, code: "rejected", text: `[${subject} rejected by the user${why}]` };
}

/** The rules that "always" would store: what the tool proposes, else exactly the values that were checked. */
function rulesToRemember(checks: readonly PermissionCheck[], plan: Plan): Rule[] {
  const { remember, checks: said = [] } = plan.permission ?? {};
  const tool = checks[0]?.tool ?? "*";
  const proposed = remember?.map((pattern) => ({ tool, pattern }));
  const asked = checks.filter((check) => check.advisory !== true && check.only !== "deny");
  // What the tool proposes covers the values it named itself; where its path really leads is added word for word.
  const own = (check: PermissionCheck): boolean => said.some((given) => given.value === check.value);
  const covered = plan.permission?.whole !== undefined;
  const rest = !proposed ? asked : covered ? [] : asked.filter((check) => !own(check));
  const exact = rest.map((check) => ({ tool: check.tool, pattern: escapePattern(check.value) }));
  const once = new Map(
    [...(proposed ?? []), ...exact].map((rule) => [`${rule.tool}\0${rule.pattern}`, rule]),
  );
  return [...once.values()].map((rule): Rule => ({ ...rule, decision: "allow", source: "" }));
}

function answerOptions(remember: readonly Rule[]): PermissionOption[] {
  const rule = remember.map((r) => `${r.tool}: ${r.pattern}`).join("\n");
  return [
    { id: "once", label: "Allow once" },
    { id: "session", label: "Allow for this session", rule },
    { id: "project", label: "Always allow in this project", rule },
    { id: "reject", label: "Reject" },
    { id: "reject_session", label: "Reject and do not ask again in this session", rule },
  ];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function orCancelled(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) return Promise.resolve({ outcome: "cancelled" });
  return new Promise((resolve) => {
    const cancel = (): void => resolve({ outcome: "cancelled" });
    signal.addEventListener("abort", cancel, { once: true });
    // A front end that fails to ask must not let the call run.
    answer
      .then(resolve, () => resolve({ outcome: "reject" }))
      .finally(() => signal.removeEventListener("abort", cancel));
  });
}
