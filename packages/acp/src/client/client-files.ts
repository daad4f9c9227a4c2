import type { ClientFiles } from "@mm-agent/core";
import type { Client } from "./client.js";

/**
 * Text files through the editor, so that unsaved buffers count and edits show up in its review. The workspace keeps the
 * rules about stale buffers. `sessionId` is undefined while the session is being set up: the disk serves meanwhile.
 */
export function createClientFiles(client: Client, sessionId: () => string | undefined): ClientFiles {
  const session = (): string => {
    const id = sessionId();
    if (id === undefined) throw new Error("the session is not open yet");
    return id;
  };
  return {
    readText: async (abs, signal) => client.readText(session(), abs, signal),
    writeText: async (abs, content, signal) => client.writeText(session(), abs, content, signal),
  };
}
