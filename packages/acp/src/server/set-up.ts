import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { RequestError, type McpServer } from "@agentclientprotocol/sdk";
import type { AcpSession } from "../session/types.js";
import type { Server } from "./types.js";

export interface SetUp {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly resume?: string;
  readonly store?: boolean;
}

/** Opens a session and keeps it. Every failure becomes the error code that clients act on. */
export async function setUp(server: Server, { cwd, mcpServers, resume, store }: SetUp): Promise<AcpSession> {
  await checkFolder(cwd);
  if (server.loggedOut) throw RequestError.authRequired(undefined, "logged out; authenticate first");
  const { openAcpSession } = await import("../session/open-acp-session.js");
  const opened = await openAcpSession({
    cwd,
    mcpServers,
    client: server.client(),
    can: server.can,
    runtime: await server.options.runtime(),
    ...(resume === undefined ? {} : { resume }),
    ...(store === undefined ? {} : { store }),
  });
  if (opened.ok) {
    server.sessions.set(opened.session.id, opened.session);
    return opened.session;
  }
  const { fault } = opened;
  if (fault.kind === "unknown") throw RequestError.sessionNotFound(resume ?? "");
  if (fault.kind === "auth") throw RequestError.authRequired(undefined, fault.text);
  throw new RequestError(-32603, fault.text);
}

/** Opens a stored session, or takes the open one: an editor may load what it never closed. */
export async function takeUp(
  server: Server,
  setting: SetUp & { readonly resume: string },
): Promise<AcpSession> {
  await checkFolder(setting.cwd);
  const open = server.sessions.get(setting.resume);
  if (open && open.cwd === setting.cwd && open.conversation() === setting.resume) {
    open.cancel();
    return open;
  }
  await release(server, setting.resume);
  return setUp(server, setting);
}

/** The open session. @throws RequestError -32002 */
export function sessionOf(server: Server, id: string): AcpSession {
  const session = server.sessions.get(id);
  if (!session) throw RequestError.sessionNotFound(id);
  return session;
}

/** Closes whatever has the stored conversation open: the session of that id, and one that came to it by `/new`. */
async function release(server: Server, id: string): Promise<void> {
  for (const session of server.sessions.values())
    if (session.id === id || session.conversation() === id) await close(server, session.id);
}

/** Frees everything a session holds; false when it is not open. */
export async function close(server: Server, id: string): Promise<boolean> {
  const session = server.sessions.get(id);
  server.sessions.delete(id);
  await session?.dispose();
  return session !== undefined;
}

async function checkFolder(cwd: string): Promise<void> {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd must be an absolute path");
  const found = await stat(cwd).catch(() => undefined);
  if (!found?.isDirectory()) throw RequestError.invalidParams({ cwd }, "cwd is not a folder");
}
