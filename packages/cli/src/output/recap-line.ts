import type { TurnCounters } from "@mm-agent/core";

/** The line after a turn: the counters of the tools, then time, tokens and cost where they are known. */
export function recapLine(counters: TurnCounters): string {
  const { usage } = counters;
  const parts = counters.byLabel.map(({ icon, label, count }) => `${icon} ${count} ${label}`);
  parts.push(took(counters.ms));
  const input = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (input + usage.output > 0) parts.push(`${input} tokens in, ${usage.output} out`);
  if (usage.cost !== undefined) parts.push(`$${usage.cost.toFixed(4)}`);
  return parts.join(" · ");
}

function took(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
