import { boundText, startDeadline, type Ctx, type Result, type Tool } from "@mm-agent/core";
import type { Client, ClientTerminal } from "./client.js";
import { terminalResult, type TerminalEnd } from "./terminal-result.js";

export interface TerminalToolOptions {
  readonly client: Client;
  sessionId(): string;
  /** Takes the terminal of each call, for the mapper. */
  readonly terminals: Map<string, string>;
}

/** Seconds, where the configuration of bash says nothing. */
const TIMEOUT = 30;
const MAX_TIMEOUT = 600;

/**
 * `bash` in a terminal of the editor (`acp.clientTerminal`). The editor keeps one stream, so the limits of our own
 * shell are lost: jobs left behind are not reported, output is cut at its beginning, and the kill is the editor's.
 * When the editor refuses a terminal, our own shell runs the command.
 */
export function inClientTerminal(tool: Tool, options: TerminalToolOptions): Tool {
  return {
    ...tool,
    async run(input, ctx, plan) {
      const { command, timeout } = input as { readonly command: string; readonly timeout?: number };
      let terminal: ClientTerminal;
      try {
        terminal = await options.client.createTerminal(
          {
            sessionId: options.sessionId(),
            command: "bash",
            args: ["-c", command],
            cwd: ctx.cwd,
            outputByteLimit: ctx.limits.maxOutput * 4,
          },
          ctx.signal,
        );
      } catch {
        if (ctx.signal.aborted) return { ok: false, code: "cancelled", text: "[error: cancelled]" };
        return tool.run(input, ctx, plan);
      }
      options.terminals.set(ctx.callId, terminal.id);
      ctx.progress({ type: "terminal", id: terminal.id, chunk: "" });
      try {
        return await follow(terminal, seconds(timeout, ctx), ctx);
      } finally {
        await terminal.release().catch(() => {});
      }
    },
  };
}

async function follow(terminal: ClientTerminal, limit: number, ctx: Ctx): Promise<Result> {
  const deadline = startDeadline(limit * 1000, ctx.signal);
  let end: TerminalEnd;
  try {
    const status = await terminal.exited(deadline.signal);
    end = { type: "exited", code: status.exitCode ?? null, signal: status.signal ?? null };
  } catch (error) {
    await terminal.kill().catch(() => {});
    if (ctx.signal.aborted) end = { type: "cancelled" };
    else if (deadline.timedOut) end = { type: "timeout", seconds: limit };
    else end = { type: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    deadline.end();
  }
  const { output, truncated } = await terminal.output().catch(() => ({ output: "", truncated: false }));
  const max = ctx.limits.maxOutput - 200;
  return terminalResult(boundText(plainText(output), max, "middle"), truncated, end);
}

function seconds(asked: number | undefined, ctx: Ctx): number {
  const config = (ctx.config ?? {}) as { readonly timeout?: number; readonly maxTimeout?: number };
  const usual = config.timeout ?? TIMEOUT;
  return Math.min(asked !== undefined && asked > 0 ? asked : usual, config.maxTimeout ?? MAX_TIMEOUT);
}

/** Without colours and cursor movements (ECMA-48 control and command sequences). */
function plainText(output: string): string {
  return (
    output
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g, "")
      .replaceAll("\r\n", "\n")
  );
}
