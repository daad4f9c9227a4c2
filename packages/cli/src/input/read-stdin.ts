import { fstatSync } from "node:fs";

/** How long a prompt waits for the first byte on a socket that nobody may ever write to, in milliseconds. */
const SOCKET_WAIT_MS = 1000;
/** How long a prompt waits for the first byte on a pipe, in milliseconds: a CI runner may hand down one that never ends. */
const PIPE_WAIT_MS = 30_000;
/** When to tell the person that input is awaited, in milliseconds. */
const NOTICE_MS = 2000;

export interface StdinOptions {
  /** True when there is a prompt already: then stdin is an addition and may be absent. */
  readonly optional: boolean;
  notice(text: string): void;
}

/**
 * Everything on stdin; empty for a terminal. Once something came, it is read to its end. When the prompt does not need
 * it, a pipe that stays silent is left alone after 30 seconds, a socket (what Node gives a child by default) after one.
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
      const goOn = (): void => {
        if (kind === "stream") notice("nothing came on stdin: going on with the prompt alone");
        resolve();
      };
      const giveUp = optional
        ? setTimeout(goOn, kind === "socket" ? SOCKET_WAIT_MS : PIPE_WAIT_MS)
        : undefined;
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
