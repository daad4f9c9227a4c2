import { defineTool, type Tool } from "@mm-agent/core";
import { ask, refusal, type Asking } from "./ask.js";
import { describe } from "./describe.js";
import { inputSchema, tasksOf } from "./input.js";
import { titleOf } from "./title.js";

export const ICON = "🗣";

/** The tool `ask_agent`. */
export function createAskTool(asking: Asking): Tool {
  return defineTool({
    name: "ask_agent",
    kind: "ask",
    description: describe(asking.agents),
    input: inputSchema,
    icon: ICON,
    counter: { icon: ICON, label: "agent(s) asked" },
    echo: "none",
    busy: "Asking",
    plan(input, ctx) {
      const tasks = tasksOf(input);
      const title = titleOf(tasks, asking.agents, ctx.host.model);
      const refuse = refusal(tasks, asking, ctx);
      if (refuse) return { title, refuse };
      return {
        title,
        preview: tasks.map(({ agent, prompt }) => ({ type: "text", text: `${agent}: ${prompt}` })),
        permission: { checks: tasks.map(({ agent }) => ({ tool: "ask_agent", value: agent })) },
      };
    },
    run: (input, ctx) => ask(input, asking, ctx),
  }) as Tool;
}
