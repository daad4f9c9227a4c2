import type { Runtime } from "@mm-agent/agent";
import { cleanText } from "../output/clean-text.js";

/** What is told at the start: the tools, and one text for each thing skipped and why. */
export function startNotes(runtime: Runtime): {
  readonly tools: string;
  readonly skipped: readonly string[];
} {
  const skipped = [
    ...runtime.plugins.flatMap((plugin) =>
      plugin.absent.map(({ name, reason }) => `${name} is absent: ${reason}`),
    ),
    ...runtime.warnings,
  ];
  return {
    tools: `tools: ${runtime.tools.map((tool) => tool.name).join(", ") || "none"}`,
    skipped: [...new Set(skipped)].map((text) => cleanText(text).replaceAll("\n", " ")),
  };
}
