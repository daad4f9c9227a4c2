import { boundText, type Code, type Ctx, type Result, type Tool } from "@mm-agent/core";
import { LiveText } from "../clean/live-text.js";
import { runCommand, type RunResult, type RunStatus } from "../run/run-command.js";
import { commandEnv } from "./command-env.js";
import { planCommand } from "./plan-command.js";
import { refusal } from "./refusal.js";
import { readSettings } from "./settings.js";
import { statusLine } from "./status-line.js";

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

const CUT_HINT =
  "narrow the command with grep, head or tail, or send its output to a file and read parts of it";

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
    plan: (input, ctx) =>
      planCommand(input.command, { resolve: (path) => ctx.workspace.resolve(path), home: ctx.env["HOME"] }),
    run: (input, ctx) => runTool(input, ctx, options.shell),
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

async function runTool(input: BashInput, ctx: Ctx, shell: string | undefined): Promise<Result> {
  const settings = readSettings(ctx.config);
  const asked = input.timeout !== undefined && input.timeout > 0 ? input.timeout : settings.timeout;
  const timeout = Math.min(asked, settings.maxTimeout);
  const live = new LiveText((chunk) => ctx.progress({ type: "terminal", id: ctx.callId, chunk }));
  const run = await runCommand({
    command: input.command,
    cwd: ctx.cwd,
    env: commandEnv(ctx.env, settings.env),
    timeoutMs: timeout * 1000,
    signal: ctx.signal,
    onOutput: (chunk) => live.add(chunk),
    ...(shell === undefined ? {} : { shell }),
  });
  live.end();
  if (run.status.type === "failed") return refusal(run.status);
  const note = asked > timeout ? `[timeout: ${asked}s is above the limit, ${timeout}s used]` : undefined;
  const lines = [note, statusLine(run.status, timeout)].filter((line) => line !== undefined);
  const code = codeOf(run.status);
  return {
    text: withLines(run.output, lines, ctx.limits.maxOutput),
    ok: code === undefined,
    ...(code === undefined ? {} : { code }),
    data: dataOf(run),
  };
}

/** The output cut so that it and the lines below fit into `max`; the lines are never cut. */
function withLines(output: string, lines: readonly string[], max: number): string {
  const below = lines.join("\n");
  if (below === "") return boundText(output, max, "middle", CUT_HINT);
  const body = boundText(output, max - below.length - 1, "middle", CUT_HINT);
  return `${body}${body === "" || body.endsWith("\n") ? "" : "\n"}${below}`;
}

function codeOf(status: RunStatus): Code | undefined {
  if (status.type === "exited") return status.code === 0 ? undefined : "exit";
  if (status.type === "signalled") return "exit";
  return status.type === "failed" ? status.code : status.type;
}

function dataOf(run: RunResult): BashData {
  return {
    exitCode: run.status.type === "exited" ? run.status.code : null,
    signal: run.status.type === "signalled" ? run.status.signal : null,
    timedOut: run.status.type === "timeout",
    cancelled: run.status.type === "cancelled",
    ...(run.jobs.length > 0 ? { jobs: run.jobs } : {}),
  };
}
