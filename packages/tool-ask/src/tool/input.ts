import type { Infer, JsonSchema } from "@mm-agent/core";

/** Tasks of one call. */
const MOST_TASKS = 10;

export const inputSchema = {
  type: "object",
  properties: {
    agent: { type: "string", description: "Name of the agent." },
    prompt: { type: "string", description: "The task, complete and self-contained." },
    with_context: { type: "boolean", description: "Send this conversation before the task. Default false." },
    tasks: {
      type: "array",
      maxItems: MOST_TASKS,
      items: {
        type: "object",
        properties: { agent: { type: "string" }, prompt: { type: "string" } },
        required: ["agent", "prompt"],
        additionalProperties: false,
      },
      description: "Several tasks at once, instead of agent and prompt.",
    },
    mode: {
      enum: ["standard", "inspect"],
      description: "inspect: the agent only reads and searches. Default standard.",
    },
    isolation: {
      enum: ["none", "worktree"],
      description:
        "worktree: the agent works in its own git worktree; its change comes back as a patch and a branch.",
    },
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

export type AskInput = Infer<typeof inputSchema>;

export interface Task {
  readonly agent: string;
  readonly prompt: string;
}

/** The tasks of a call; one that stands in `agent` and `prompt` beside others is the first of them. */
export function tasksOf({ agent = "", prompt = "", tasks = [] }: AskInput): readonly Task[] {
  if (tasks.length === 0) return [{ agent, prompt }];
  const isKnown = tasks.some((task) => task.agent === agent && task.prompt === prompt);
  return agent === "" || prompt.trim() === "" || isKnown ? tasks : [{ agent, prompt }, ...tasks];
}
