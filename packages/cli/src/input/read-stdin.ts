import { fstatSync } from "node:fs";

/** How long a prompt waits for the first byte on a socket that nobody may ever write to, in milliseconds. */
const SOCKET_WAIT_MS = 1000;
/** When to tell the person that input is awaited, in milliseconds. */
const NOTICE_MS = 2000;

export interface StdinOptions {
  /** True when there is a prompt already: then stdin is an addition and may be absent. */
  readonly optional: boolean;
  notice(text: string): void;
}

/**
 * Everything on stdin; empty for a terminal. A pipe or file is read to its end. A socket (what Node gives a child by
 * default) that stays silent is left alone after a second when the prompt does not need it.
 */
export async function readStdin({ optional, notice }: StdinOptions): Promise<string> {
  const kind = stdinKind();
  if (kind === "none") return "";
  const { stdin } = process;
  const chunks: Buffer[] = [];
  const notices = setTimeout(
    () => notice("waiting for the end of the input on stdin (use < /dev/null for none)"),
    NOTICE_MS,
  );
  try {
    await new Promise<void>((resolve, reject) => {
      const giveUp = optional && kind === "socket" ? setTimeout(resolve, SOCKET_WAIT_MS) : undefined;
      stdin.on("data", (chunk: Buffer) => {
        clearTimeout(giveUp);
        clearTimeout(notices);
        chunks.push(chunk);
      });
      stdin.once("end", () => (clearTimeout(giveUp), resolve()));
      stdin.once("error", (error) => (clearTimeout(giveUp), reject(error)));
    });
  } finally {
    clearTimeout(notices);
    stdin.removeAllListeners("data");
    stdin.pause();
    stdin.unref?.();
  }
  return Buffer.concat(chunks).toString("utf8");
}

function stdinKind(): "none" | "stream" | "socket" {
  if (process.stdin.isTTY) return "none";
  try {
    const stat = fstatSync(0);
    if (stat.isSocket()) return "socket";
    return stat.isFIFO() || stat.isFile() ? "stream" : "none";
  } catch {
    return "none";
  }
}
