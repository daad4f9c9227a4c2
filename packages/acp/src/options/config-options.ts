import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import type { Session } from "@mm-agent/agent";
import { MODES } from "./modes.js";

/** The value that leaves the thinking level to the model's server. */
export const SERVER_DEFAULT = "default";

const THINKING = [
  { value: SERVER_DEFAULT, name: "As the model has it" },
  { value: "off", name: "Off" },
  { value: "low", name: "Low" },
  { value: "medium", name: "Medium" },
  { value: "high", name: "High" },
] as const;

/** What an editor lets people choose: mode, model, thinking level. `models` are the names the server offers. */
export function configOptions(
  session: Pick<Session, "mode" | "provider" | "thinking">,
  models: readonly string[],
): SessionConfigOption[] {
  const current = session.provider.model;
  const names = models.includes(current) ? models : [current, ...models];
  return [
    {
      id: "mode",
      name: "Mode",
      category: "mode",
      type: "select",
      currentValue: session.mode,
      options: MODES.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      id: "model",
      name: "Model",
      category: "model",
      type: "select",
      currentValue: current,
      options: names.map((name) => ({ value: name, name })),
    },
    {
      id: "thinking",
      name: "Thinking",
      description: "How much the model thinks before it answers",
      category: "thought_level",
      type: "select",
      currentValue: session.thinking ?? SERVER_DEFAULT,
      options: THINKING.map((level) => ({ ...level })),
    },
  ];
}

export function isThinking(value: string): value is "off" | "low" | "medium" | "high" {
  return value !== SERVER_DEFAULT && THINKING.some((level) => level.value === value);
}
