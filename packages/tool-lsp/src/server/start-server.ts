import { mergeOptions } from "../config/merge.js";
import type { ResolvedServer } from "../config/types.js";
import { LspError } from "../protocol/lsp-error.js";
import type { InitializeResult } from "../protocol/types.js";
import type { UriMapper } from "../text/uri.js";
import { initializeParams } from "./initialize.js";
import { connectRpc, type Rpc, type RpcHandlers } from "./rpc.js";
import { spawnServer, type ServerProcess } from "./spawn-server.js";

export interface StartOptions {
  readonly spec: ResolvedServer;
  /** The folder the server works in. */
  readonly root: string;
  /** Milliseconds for the start. */
  readonly startMs: number;
  /** Aborted when the start is not wanted any more. */
  readonly signal: AbortSignal;
}

export interface StartedServer {
  readonly process: ServerProcess;
  readonly rpc: Rpc;
  readonly result: InitializeResult;
}

/** How long the exit of a process is waited for that broke off its start. */
const EXIT_MS = 300;

/**
 * Starts a server's process and asks it to initialize. The handlers are in place before the first message: servers ask
 * while they initialize.
 *
 * @throws {LspError} `start`, with the end of the server's stderr in further lines.
 */
export async function startServer(
  options: StartOptions,
  uris: UriMapper,
  handlers: RpcHandlers,
): Promise<StartedServer> {
  const { spec, root, startMs, signal } = options;
  let process: ServerProcess;
  try {
    process = await spawnServer({ file: spec.file, args: spec.args, cwd: root, env: spec.env });
  } catch (error) {
    throw new LspError("start", `could not be started: ${messageOf(error)}`);
  }
  try {
    const rpc = await connectRpc(process.stdout, process.stdin, handlers);
    const { preset } = spec;
    const byFolder = preset.optionsFor?.({ root, file: spec.file, trusted: spec.trusted });
    const merged = mergeOptions(
      mergeOptions(preset.initializationOptions, byFolder),
      spec.initializationOptions,
    );
    const params = initializeParams(root, uris, merged);
    const result = await rpc.request<InitializeResult>("initialize", params, { timeoutMs: startMs, signal });
    return { process, rpc, result };
  } catch (error) {
    // The exit that follows a broken pipe says more than the broken pipe.
    const how = await Promise.race([
      process.ended,
      new Promise<undefined>((done) => setTimeout(() => done(undefined), EXIT_MS)),
    ]);
    const why =
      error instanceof LspError && error.code === "timeout"
        ? `no answer to "initialize" within ${startMs / 1000}s (startMs): is ${spec.command} a language server?`
        : messageOf(error);
    const tail = process.stderrTail(5);
    process.kill("SIGKILL");
    throw new LspError("start", `could not be started: ${how ?? why}${tail ? `\n${tail}` : ""}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
