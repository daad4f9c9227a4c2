import type { Agent } from "../roster/types.js";

const ABOUT =
  "Hands a task to another agent and returns its answer. The agent starts fresh and knows nothing of this conversation: write the task complete and self-contained, or set with_context. With tasks several agents work side by side.";

/** What the model reads about the tool: a fixed paragraph, then one line for each agent. */
export function describe(agents: readonly Agent[]): string {
  return [ABOUT, "Agents:", ...agents.map(({ name, purpose }) => `  ${name} — ${purpose}`)].join("\n");
}
