import { RequestError, type NewSessionResponse } from "@agentclientprotocol/sdk";
import { setUp } from "./set-up.js";
import type { Server } from "./types.js";

interface ForkRequest {
  readonly sessionId: string;
  readonly cwd: string;
}

/** `session/fork` is not in the stable schema, so its parameters are checked here. */
export function parseFork(params: unknown): ForkRequest {
  const { sessionId, cwd } = (params ?? {}) as Partial<Record<keyof ForkRequest, unknown>>;
  if (typeof sessionId !== "string" || typeof cwd !== "string")
    throw RequestError.invalidParams(undefined, "session/fork needs sessionId and cwd");
  return { sessionId, cwd };
}

/** A copy of a stored conversation under a new id, opened. */
export async function forkSession(
  server: Server,
  { sessionId, cwd }: ForkRequest,
): Promise<{ readonly response: NewSessionResponse; started(): void }> {
  const { openArchive } = await import("@mm-agent/agent");
  const archive = openArchive({ cwd, env: server.options.env });
  const found = await archive.find(sessionId);
  if (!found.ok || found.value.id !== sessionId) throw RequestError.sessionNotFound(sessionId);
  const copy = await archive.fork(sessionId);
  if (!copy.ok) throw new RequestError(-32603, copy.text);
  const session = await setUp(server, { cwd, mcpServers: [], resume: copy.value.id });
  return { response: { sessionId: session.id, ...session.state() }, started: session.started };
}
