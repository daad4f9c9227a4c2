import type { TurnCounters } from "@mm-agent/core";

/** The line after a turn: the counters of the tools, then time, tokens and cost where they are known. */
export function recapLine(counters: TurnCounters): string {
  const { usage } = counters;
  const parts = counters.byLabel.map(({ icon, label, count }) => `${icon} ${count} ${label}`);
  parts.push(`${(counters.ms / 1000).toFixed(1)} s`);
  const input = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (input + usage.output > 0) parts.push(`${input} tokens in, ${usage.output} out`);
  if (usage.cost !== undefined) parts.push(`$${usage.cost.toFixed(4)}`);
  return parts.join(" · ");
}
