import { validateInput } from "../schema/validate.js";
import { describeError } from "../text/describe-error.js";
import type { Ctx, Result, Tool } from "../tool/types.js";
import { settleWithin } from "./settle.js";
import type { DispatcherOptions } from "./types.js";

type Hooked =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly result: Result };

/**
 * Runs the `beforeTool` hooks in the order of the configuration. The first refusal ends the call; a changed input is
 * validated again; a hook of a guard plugin that throws refuses, one of another plugin is reported and skipped.
 */
export async function runBeforeHooks(
  options: DispatcherOptions,
  tool: Tool,
  given: unknown,
  ctx: Ctx,
  signal: AbortSignal,
): Promise<Hooked> {
  let input = given;
  for (const { plugin, guard, hooks } of options.hooks ?? []) {
    if (!hooks.beforeTool) continue;
    let outcome: Awaited<ReturnType<typeof hooks.beforeTool>>;
    try {
      const settled = await settleWithin(hooks.beforeTool({ tool, input, ctx }), signal, 0);
      if (settled.kind === "late")
        return { ok: false, result: { ok: false, code: "cancelled", text: "[cancelled before it ran]" } };
      outcome = settled.value;
    } catch (error) {
      const problem = `plugin ${plugin}: beforeTool failed: ${describeError(error)}`;
      options.emit({ type: "error", where: "plugin", message: problem });
      if (guard) return refuse(`[${tool.name} refused: guard ${problem}]`);
      continue;
    }
    if (!outcome) continue;
    if ("refuse" in outcome) return refuse(`[${tool.name} refused by ${plugin}: ${outcome.refuse}]`);
    const valid = await validateInput(tool, outcome.input);
    if (!valid.ok)
      return refuse(`[${tool.name} refused: plugin ${plugin} made an invalid input: ${valid.text}]`);
    input = valid.value;
  }
  return { ok: true, input };
}

function refuse(text: string): Hooked {
  return { ok: false, result: { ok: false, code: "denied", text } };
}
