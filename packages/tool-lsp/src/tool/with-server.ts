import type { Result } from "@mm-agent/core";
import type { OpenDocument } from "../server/documents.js";
import { endIfOutdated } from "../server/end-if-outdated.js";
import type { LanguageServer } from "../server/language-server.js";
import { describeServers } from "./describe-servers.js";
import { failure, failureOf } from "./failure.js";
import type { Call } from "./types.js";

/** A server at work on a call. */
export interface AtWork {
  readonly server: LanguageServer;
  /** False: its answers may be incomplete, because it is still indexing. */
  readonly ready: boolean;
  /** The server's message count when the call began. */
  readonly since: number;
  /** The call's file as the server has it. */
  readonly document: OpenDocument;
}

export interface Needs {
  /** Name in the server's capabilities. */
  readonly capability?: string;
  readonly method?: string;
}

/** After a wait as long as this the file may have changed again. */
const WAITED_MS = 5;

/**
 * Runs `work` with the first server for the call's file that can do it, once the file is open there and the server is
 * ready. Failures of the server become texts.
 */
export async function withServer(
  call: Call,
  needs: Needs,
  work: (at: AtWork) => Promise<Result>,
): Promise<Result> {
  const { session, ctx, path } = call;
  const specs = session.pool.serversFor(path);
  if (specs.length === 0) {
    const configured = describeServers(session.pool.servers);
    const why = session.missing?.find(({ extensions }) => extensions.includes(call.extension))?.reason ?? "";
    return failure("unsupported", `no language server for "${call.shown}" — configured: ${configured}`, why);
  }
  let stat: Awaited<ReturnType<typeof ctx.workspace.stat>>;
  try {
    stat = await ctx.workspace.stat(path);
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message?: string };
    if (code === "denied") return failure("denied", message ?? "");
    stat = null;
  }
  if (stat?.kind !== "file") {
    return failure("not_found", stat ? `${call.shown} is not a file` : `${call.shown} does not exist`);
  }
  let unable = "";
  for (const spec of specs) {
    try {
      const result = await session.pool.use(
        spec,
        path,
        async (server) => {
          await endIfOutdated(server);
          const since = server.tick;
          // Servers start their indexing with the first file they are shown.
          let document = await server.prepare(path, ctx.signal);
          const begun = Date.now();
          const ready = await server.readiness.wait(session.limits.readyMs, ctx.signal);
          if (Date.now() - begun > WAITED_MS) document = await server.prepare(path, ctx.signal);
          if (needs.capability && needs.method && !server.supports(needs.capability, needs.method))
            return undefined;
          return await work({ server, ready, since, document });
        },
        ctx.signal,
      );
      if (result) return result;
      unable ||= spec.name;
    } catch (error) {
      return failureOf(error, spec.name, call.action);
    }
  }
  return failure("unsupported", `${unable}: ${call.action} is not supported by this server`);
}

/** Note for answers about uses, of a server that knows only open files; empty otherwise. */
export function blindNote(server: LanguageServer): string {
  return server.blind === undefined ? "" : `\n(only this file was searched: ${server.blind})`;
}

/** Note for answers that came before the server was ready; empty otherwise. */
export function indexingNote(ready: boolean): string {
  return ready ? "" : "\n(server still indexing: may be incomplete)";
}
