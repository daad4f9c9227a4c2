import type { Message, ThinkingLevel } from "../types.js";
import type { WireMessage } from "./messages.js";

/** Models that take a budget of tokens; all later ones decide for themselves and take an effort. */
const BUDGET =
  /claude-(?:3-7|(?:opus|sonnet)-4(?:-[015])?(?:-?\d{8}|-latest|@|$)|haiku-4-5|(?:opus|sonnet)-4-5)/;
/** Models without thinking. */
const NONE = /claude-(?:2|instant|3-(?:opus|sonnet|haiku|5))/;

const BUDGETS = { low: 4_000, medium: 10_000, high: 24_000 } as const;

/** The fields for a level of thinking; `budget` is what it needs of the output limit. */
export function thinkingFields(
  model: string,
  level: ThinkingLevel | undefined,
): { readonly fields: Readonly<Record<string, unknown>>; readonly budget: number } {
  if (level === undefined || NONE.test(model)) return { fields: {}, budget: 0 };
  if (level === "off")
    return { fields: BUDGET.test(model) ? {} : { thinking: { type: "disabled" } }, budget: 0 };
  if (BUDGET.test(model)) {
    const budget = BUDGETS[level];
    return { fields: { thinking: { type: "enabled", budget_tokens: budget } }, budget };
  }
  return { fields: { thinking: { type: "adaptive" }, output_config: { effort: level } }, budget: 0 };
}

/**
 * True when the running turn holds calls of another model: with a budget the API wants each call of a turn to follow its
 * signed thoughts, so such a turn goes on without thinking.
 */
export function lacksThoughts(messages: readonly Message[], wire: readonly WireMessage[]): boolean {
  if (messages.at(-1)?.role !== "tool") return false;
  const last = wire.findLast((message) => message.role === "assistant");
  return last !== undefined && !/^(?:redacted_)?thinking$/.test(last.content[0]?.type ?? "");
}
