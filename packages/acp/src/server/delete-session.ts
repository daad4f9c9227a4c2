import { RequestError } from "@agentclientprotocol/sdk";
import { release } from "./set-up.js";
import type { Server } from "./types.js";

/** Removes a stored conversation, whichever project it belongs to. One that does not exist is gone already. */
export async function deleteSession(server: Server, id: string): Promise<void> {
  await release(server, id);
  const { openArchives } = await import("@mm-agent/agent");
  for (const archive of await openArchives(server.options.env)) {
    const found = await archive.find(id);
    if (!found.ok || found.value.id !== id) continue;
    const deleted = await archive.delete(id);
    if (!deleted.ok) throw new RequestError(-32603, deleted.text);
  }
}
