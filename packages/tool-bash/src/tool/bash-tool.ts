import type { Tool } from "@mm-agent/core";
import { readSettings } from "./settings.js";

export interface BashInput {
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number;
}

/** `data` of a result. */
export interface BashData {
  /** Null when the command was stopped or never ran. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Ids of processes the command left behind in its session, as far as they hold its output. */
  readonly jobs?: readonly number[];
}

export interface BashToolOptions {
  /** Path of bash. Without it, bash is looked for on the `PATH` of each call. */
  readonly shell?: string;
  /** The configuration as far as the model is told of it; what counts in a call is the configuration of its context. */
  readonly config?: unknown;
}

/** Makes the tool. */
export function createBashTool(options: BashToolOptions = {}): Tool<BashInput> {
  const { timeout } = readSettings(options.config);
  return {
    name: "bash",
    kind: "execute",
    description:
      "Runs a command in a new bash shell in the project folder: no input, no terminal, and nothing but files carries " +
      "over to the next call. Returns stdout and stderr together, then the exit status if it is not 0. Start servers " +
      "and watchers in the background with & and their output sent to a file; they go on running.",
    input: {
      type: "object",
      properties: {
        command: { type: "string", description: "The shell command to run." },
        timeout: { type: "number", description: `Seconds until the command is killed. Default ${timeout}.` },
      },
      required: ["command"],
      additionalProperties: false,
    },
    // The second space is for terminals that draw this sign one column wide.
    icon: "🛠️ ",
    counter: { icon: "⚙", label: "command(s)" },
    echo: "preview",
    busy: "Running",
    bound: "self",
    prepare: prepareInput,
    plan: async (input, ctx) => {
      const { planCommand } = await import("./plan-command.js");
      const resolve = (path: string) => ctx.workspace.resolve(path);
      return planCommand(input.command, { resolve, home: ctx.env["HOME"] });
    },
    run: async (input, ctx) => {
      const { runBash } = await import("./run-bash.js");
      return runBash(input, ctx, options.shell);
    },
  };
}

/** Takes `cmd` for `command`, and a timeout of nothing (null, 0) for none given. */
function prepareInput(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const { cmd, timeout, ...rest } = raw as Record<string, unknown>;
  const hasTimeout = timeout !== undefined && timeout !== null && timeout !== 0 && timeout !== "";
  return {
    ...rest,
    ...(cmd === undefined ? {} : "command" in rest ? { cmd } : { command: cmd }),
    ...(hasTimeout ? { timeout } : {}),
  };
}
