import { RequestError } from "@agentclientprotocol/sdk";
import { close } from "./set-up.js";
import type { Server } from "./types.js";

/** Removes a stored conversation, whichever project it belongs to. One that does not exist is gone already. */
export async function deleteSession(server: Server, id: string): Promise<void> {
  // A thread whose id this is may be on another conversation since /new; it goes on.
  for (const session of server.sessions.values())
    if (session.conversation() === id) await close(server, session.id);
  const { openArchives } = await import("@mm-agent/agent");
  for (const archive of await openArchives(server.options.env)) {
    const found = await archive.find(id);
    if (!found.ok || found.value.id !== id) continue;
    const deleted = await archive.delete(id);
    if (!deleted.ok) throw new RequestError(-32603, deleted.text);
  }
}
