import type { MmEvent } from "@mm-agent/core";

/**
 * What closes a terminal that mm feeds: the exit, and before it the line that only the model would see, such as
 * `[error: 30s timeout exceeded]`.
 */
export function terminalEnd(
  id: string,
  event: Extract<MmEvent, { type: "tool.done" }>,
): Record<string, unknown> {
  const status = /\[exit code: exit status (\d+)\]$/.exec(event.text)?.[1];
  const exit_code = event.ok ? 0 : status === undefined ? null : Number(status);
  const last = event.text.trimEnd().split("\n").at(-1) ?? "";
  const line = !event.ok && status === undefined && last.startsWith("[") ? last : undefined;
  return {
    ...(line === undefined ? {} : { terminal_output: { terminal_id: id, data: `\r\n${line}\r\n` } }),
    terminal_exit: { terminal_id: id, exit_code, signal: null },
  };
}
