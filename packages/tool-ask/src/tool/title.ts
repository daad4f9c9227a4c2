import type { Ctx } from "@mm-agent/core";
import type { Agent } from "../roster/types.js";
import type { Task } from "./input.js";

/** Characters of the prompt's first line in a title. */
const LONGEST = 120;

/** `<agent> (<provider>/<model>) — <first line of the prompt>`; of several tasks the agents' names. */
export function titleOf(
  tasks: readonly Task[],
  agents: readonly Agent[],
  model: Ctx["host"]["model"],
): string {
  const [first] = tasks;
  if (!first || tasks.length > 1)
    return `${tasks.length} tasks: ${tasks.map(({ agent }) => agent).join(", ")}`;
  const agent = agents.find(({ name }) => name === first.agent);
  const by = agent ? madeBy(agent, model) : "";
  const line = first.prompt.trim().split("\n", 1)[0]?.trim() ?? "";
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `${first.agent}${by === "" ? "" : ` (${by})`}${short === "" ? "" : ` — ${short}`}`;
}

/** Provider and model of an agent as far as they are known before it starts; the command line of a foreign one. */
export function madeBy({ launch }: Agent, model: Ctx["host"]["model"]): string {
  if (launch.kind === "command") return launch.command.join(" ");
  const provider = launch.provider ?? (launch.model === undefined ? model?.provider : undefined);
  const name = launch.model ?? (launch.provider === undefined ? model?.model : undefined);
  return [provider, name].filter((part) => part !== undefined).join("/");
}
