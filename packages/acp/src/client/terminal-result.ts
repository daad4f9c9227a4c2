import type { Code, Result } from "@mm-agent/core";

/** How a command in a client's terminal ended. */
export type TerminalEnd =
  | { readonly type: "exited"; readonly code: number | null; readonly signal: string | null }
  | { readonly type: "timeout"; readonly seconds: number }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly reason: string };

/** The result that the model reads: the output, then the status line that bash of mm has. */
export function terminalResult(output: string, truncated: boolean, end: TerminalEnd): Result {
  const cut = truncated ? "[the beginning was cut by the editor]\n" : "";
  const [line, code] = statusOf(end);
  const body = `${cut}${output}`;
  if (line === undefined) return { text: body };
  return {
    ok: false,
    text: `${body}${body === "" || body.endsWith("\n") ? "" : "\n"}${line}`,
    ...(code === undefined ? {} : { code }),
  };
}

function statusOf(end: TerminalEnd): readonly [string?, Code?] {
  switch (end.type) {
    case "exited":
      if (end.code === 0) return [];
      if (end.code !== null) return [`[exit code: exit status ${end.code}]`, "exit"];
      return [`[exit code: signal: ${end.signal ?? "unknown"}]`, "exit"];
    case "timeout":
      return [`[error: ${end.seconds}s timeout exceeded]`, "timeout"];
    case "cancelled":
      return ["[error: cancelled]", "cancelled"];
    case "failed":
      return [`[error: ${end.reason}]`, "failed"];
  }
}
