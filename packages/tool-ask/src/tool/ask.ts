import type { Ctx, Result } from "@mm-agent/core";
import { depthOf, MOST_LEVELS } from "../run/depth.js";
import type { OneAsk } from "../run/ask-one.js";
import type { AskScope } from "../run/run-ask.js";
import type { Agent } from "../roster/types.js";
import { emptyPrompt, tooDeep, unknownAgent } from "../texts.js";
import { tasksOf, type AskInput, type Task } from "./input.js";
import { toResult, toResults } from "./to-result.js";

/** The agents of a session and what asking them needs. */
export interface Asking {
  readonly agents: readonly Agent[];
  readonly trusted: boolean;
  readonly scope: Omit<AskScope, "ctx">;
}

/** Why a call cannot be made; nobody is asked then, neither a person nor an agent. */
export function refusal(tasks: readonly Task[], { agents }: Asking, ctx: Ctx): Result | undefined {
  for (const { agent, prompt } of tasks) {
    if (!agents.some(({ name }) => name === agent)) {
      const names = agents.map(({ name }) => name);
      return { ok: false, code: "not_found", text: unknownAgent(agent, names) };
    }
    if (prompt.trim() === "") return { ok: false, code: "invalid_input", text: emptyPrompt(agent) };
  }
  if (depthOf(ctx.env) >= MOST_LEVELS) return { ok: false, code: "unsupported", text: tooDeep(MOST_LEVELS) };
  return undefined;
}

/** Asks and gives what the model reads. Never throws for what an agent does. */
export async function ask(input: AskInput, asking: Asking, ctx: Ctx): Promise<Result> {
  const tasks = tasksOf(input);
  const refused = refusal(tasks, asking, ctx);
  if (refused) return refused;
  const scope: AskScope = { ...asking.scope, ctx };
  const asks = tasks.map(({ agent, prompt }, at): OneAsk => {
    const twin = tasks.slice(0, at).filter((task) => task.agent === agent).length;
    return {
      agent: asking.agents.find(({ name }) => name === agent) as Agent,
      label: twin === 0 ? agent : `${agent} ${twin + 1}`,
      task: prompt,
      withContext: input.with_context ?? false,
      inspect: input.mode === "inspect",
      worktree: input.isolation === "worktree",
      trusted: asking.trusted,
      // The answer needs room beside it.
      maxPatch: Math.floor(ctx.limits.maxOutput / (2 * tasks.length)),
    };
  });
  // What starts and drives processes is only loaded by a question.
  const { askMany } = await import("../run/ask-many.js");
  const results = await askMany(asks, scope);
  const [first] = results;
  const { maxOutput } = ctx.limits;
  if (tasks.length > 1 || !first) return toResults(tasks, results, maxOutput);
  return toResult(tasks[0]?.agent ?? "", first, { watchdogMs: asking.scope.watchdogMs, room: maxOutput });
}
