import { monotonic, type Tool, type TurnCounters, type Usage } from "@mm-agent/core";
import { addUsage, NO_USAGE } from "./usage.js";

/** Counts what a turn does. */
export function createCounters(): {
  request(): void;
  call(tool: Tool | undefined): void;
  /** Adds a request's usage and returns the turn's total. */
  use(usage: Usage): Usage;
  read(): TurnCounters;
} {
  const startedAt = monotonic();
  const labels = new Map<string, { icon: string; label: string; count: number }>();
  let requests = 0;
  let calls = 0;
  let usage = NO_USAGE;
  return {
    request: () => {
      requests += 1;
    },
    call: (tool) => {
      calls += 1;
      if (!tool?.counter) return;
      const entry = labels.get(tool.counter.label) ?? { ...tool.counter, count: 0 };
      entry.count += 1;
      labels.set(tool.counter.label, entry);
    },
    use: (more) => {
      usage = addUsage(usage, more);
      return usage;
    },
    read: () => ({
      requests,
      calls,
      byLabel: [...labels.values()].map((entry) => ({ ...entry })),
      usage,
      ms: Math.round(monotonic() - startedAt),
    }),
  };
}
