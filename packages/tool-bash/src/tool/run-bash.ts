import { boundText, type Code, type Ctx, type Result } from "@mm-agent/core";
import { LiveText } from "../clean/live-text.js";
import { runCommand, type RunResult, type RunStatus } from "../run/run-command.js";
import type { BashData, BashInput } from "./bash-tool.js";
import { commandEnv } from "./command-env.js";
import { refusal } from "./refusal.js";
import { readSettings } from "./settings.js";
import { statusLine } from "./status-line.js";

const CUT_HINT =
  "narrow the command with grep, head or tail, or send its output to a file and read parts of it";

/** One call: runs the command and says how it ended. `shell`: path of bash. */
export async function runBash(input: BashInput, ctx: Ctx, shell: string | undefined): Promise<Result> {
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
