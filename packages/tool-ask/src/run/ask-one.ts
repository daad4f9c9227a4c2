import { EVENT_VERSION } from "@mm-agent/core";
import type { Agent } from "../roster/types.js";
import { exportWorktree, type Exported } from "../worktree/export-worktree.js";
import { openWorktree } from "../worktree/open-worktree.js";
import { endLaunch } from "./agent-pool.js";
import { isInspecting } from "./depth.js";
import { buildPrompt } from "./build-prompt.js";
import { launchOf } from "./launch.js";
import { runAsk, type AskScope, type Asked } from "./run-ask.js";

export interface OneAsk {
  readonly agent: Agent;
  readonly label: string;
  readonly task: string;
  readonly withContext: boolean;
  readonly inspect: boolean;
  readonly worktree: boolean;
  /** The session's folder is trusted, and a copy of it with it. */
  readonly trusted: boolean;
  /** Characters of a patch that the model is shown. */
  readonly maxPatch: number;
}

export interface OneAsked {
  readonly asked: Asked;
  readonly exported?: Exported;
}

/** Asks one agent, in the session's folder or in a work tree of its own. Never throws. */
export async function askOne(one: OneAsk, scope: AskScope): Promise<OneAsked> {
  const { ctx } = scope;
  const { agent, label, task } = one;
  const inspect = one.inspect || agent.inspect === true || isInspecting(ctx.env);
  if (!one.worktree) return { asked: await ask(ctx.cwd) };
  const opened = await openWorktree(ctx.cwd, agent.name, ctx.env, ctx.signal);
  if (!opened.ok) return { asked: { kind: "failed", reason: opened.reason } };
  const { worktree } = opened;
  const asked = await ask(worktree.cwd, true);
  // Nothing may write there any more while its change is taken.
  await endLaunch(launchOf(agent, ctx, { cwd: worktree.cwd, inspect, trust: one.trusted }));
  const exported = await exportWorktree(worktree, `${agent.name}: ${task.trim()}`, ctx.env, one.maxPatch);
  // A cancelled call has no reader any more; where its work is must be known all the same.
  if (ctx.signal.aborted && exported.branch !== undefined) tell(exported.text.split("\n", 1)[0] ?? "");
  return { asked, exported };

  function tell(text: string): void {
    const at = { v: EVENT_VERSION, seq: 0, at: "", session: ctx.sessionId } as const;
    ctx.host.emit({ ...at, type: "notice", level: "info", text: `${agent.name}: ${text}` });
  }

  async function ask(cwd: string, isolated = false): Promise<Asked> {
    const prompt = await buildPrompt(agent, task, ctx, { withContext: one.withContext, cwd });
    const launch = launchOf(agent, ctx, { cwd, inspect, trust: isolated && one.trusted });
    return runAsk({ agent, label, prompt, launch, cwd, inspect }, scope);
  }
}
