import type { Ctx, Plan, Result } from "@mm-agent/core";
import { findTarget, type Target } from "./target.js";

/** What a plan hands on to `run`. */
interface SearchState {
  readonly target: Target;
}

const MAX_TITLE = 120;

/**
 * The plan of a search below `path`: its place for rules and front ends, a refusal when there is nothing to search.
 *
 * Permission rules are judged by the path that a call asks for, not by each file below it: a tool does not see the rules,
 * so one that denies `secrets/*` stops `path: "secrets/key"` and hides nothing from a search of the whole project.
 */
export async function planSearch(tool: string, path: string, title: string, ctx: Ctx): Promise<Plan> {
  const shown = Array.from(title.replaceAll(/\s+/g, " ").trim()).slice(0, MAX_TITLE).join("") || tool;
  const target = await findTarget(tool, path, ctx);
  if ("refuse" in target) return { title: shown, refuse: target.refuse };
  return {
    title: shown,
    paths: [ctx.workspace.resolve(path).abs],
    permission: { checks: [{ tool, value: target.shown, type: "path" }] },
    state: { target } satisfies SearchState,
  };
}

/** The target a plan found, or found anew when the tool is run without one. */
export async function targetOf(
  tool: string,
  path: string,
  ctx: Ctx,
  plan: Plan | undefined,
): Promise<Target | { readonly refuse: Result }> {
  return (plan?.state as SearchState | undefined)?.target ?? (await findTarget(tool, path, ctx));
}
