import type { OpenOptions } from "@mm-agent/agent";
import { connectClient } from "./client/connect-client.js";
import { readCapabilities } from "./client/capabilities.js";
import { createAgent } from "./server/create-agent.js";
import { close } from "./server/set-up.js";
import type { Server } from "./server/types.js";
import { openStream } from "./transport/open-stream.js";
import { takeStdout } from "./transport/take-stdout.js";

export interface AcpOptions {
  /**
   * What each session's runtime is opened with; its folder comes from the editor. Called once, by the first request that
   * needs it: what it loads does not delay the first answer.
   */
  runtime(): Promise<Omit<OpenOptions, "cwd" | "files" | "adaptTool">>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The config file that the command line named. */
  readonly config?: string | undefined;
  readonly version: string;
  /** The folder mm was started in. */
  readonly cwd: string;
  /** Offers what the protocol still calls unstable: `session/fork`. */
  readonly unstable?: boolean;
}

/** Milliseconds for ending sessions after the editor has gone. */
const END_MS = 4000;

/**
 * Serves the Agent Client Protocol on stdin and stdout until the editor closes stdin or a signal comes; resolves to the
 * exit code. From the call on, stdout belongs to the protocol.
 */
export async function runAcp(options: AcpOptions): Promise<number> {
  const write = takeStdout();
  let runtime: ReturnType<AcpOptions["runtime"]> | undefined;
  const server: Server = {
    options: {
      ...options,
      unstable: options.unstable ?? false,
      runtime: () => (runtime ??= options.runtime()),
    },
    sessions: new Map(),
    can: readCapabilities(undefined),
    loggedOut: false,
    client: () => connectClient(connection.client),
  };
  const connection = createAgent(server).connect(openStream(process.stdin, write));
  const stop = (): void => connection.close();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  await connection.closed;
  const ended = Promise.all([...server.sessions.keys()].map((id) => close(server, id)));
  const timeout = new Promise((resolve) => setTimeout(resolve, END_MS));
  await Promise.race([ended.catch(() => {}), timeout]);
  return 0;
}
