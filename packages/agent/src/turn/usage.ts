import type { Usage } from "@mm-agent/core";

export const NO_USAGE: Usage = { input: 0, output: 0 };

const OPTIONAL = ["cacheRead", "cacheWrite", "reasoning", "cost"] as const;

/** The sum of two usages; a field that neither reports stays absent. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {
    input: a.input + b.input,
    output: a.output + b.output,
  };
  for (const key of OPTIONAL)
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  return sum;
}
