import { openRuntime, type Runtime, type Session } from "@mm-agent/agent";
import { createClientFiles } from "../client/client-files.js";
import { inClientTerminal } from "../client/terminal-tool.js";
import { createOutlet } from "../updates/create-outlet.js";
import { createMapper } from "../updates/map-event.js";
import { askPerson } from "./ask-person.js";
import { createAcpSession } from "./create-acp-session.js";
import { settingsUpdates } from "./settings-updates.js";
import { createTeller } from "./teller.js";
import { createTurnGate } from "./turn-gate.js";
import type { AcpSession, OpenAcpSession, OpenFault } from "./types.js";

export type Opened =
  | { readonly ok: true; readonly session: AcpSession }
  | { readonly ok: false; readonly fault: OpenFault };

/** Opens the runtime of a folder and a new or stored session in it. Nothing is sent to the client before `started`. */
export async function openAcpSession(options: OpenAcpSession): Promise<Opened> {
  const { client, can, cwd } = options;
  const terminals = new Map<string, string>();
  const gate = createTurnGate();
  let session: Session | undefined;
  let id: string | undefined;
  const sessionId = (): string => id ?? "";

  const opened = await openRuntime({
    ...options.runtime,
    cwd,
    ...(can.files ? { files: createClientFiles(client, () => id) } : {}),
    adaptTool: (tool, config) =>
      config.acp.clientTerminal && can.terminal && tool.name === "bash"
        ? inClientTerminal(tool, { client, sessionId, terminals })
        : tool,
  });
  if (!opened.ok) return { ok: false, fault: { kind: "failed", text: opened.text } };
  const { runtime } = opened;
  if (options.resume !== undefined && !(await isStored(runtime, options.resume))) {
    await runtime.dispose();
    return { ok: false, fault: { kind: "unknown" } };
  }

  const models: string[] = [];
  const outlet = createOutlet(async (update) => client.update(sessionId(), update));
  const teller = createTeller({ can, inTurn: gate.running });
  const mapper = createMapper({
    cwd,
    // A call has one terminal: the editor's own, or one that mm feeds.
    can: runtime.config.acp.clientTerminal && can.terminal ? { ...can, terminalOutput: false } : can,
    terminals,
    settings: (change) => (session ? settingsUpdates(change, session, models) : []),
    tell: teller.tell,
  });
  const asking = { can, client, sessionId, mapper, outlet, signal: gate.signal, onCancelled: gate.cancel };
  const begun = await runtime.openSession({
    ...(options.resume === undefined ? {} : { resume: options.resume }),
    ...(options.store === false ? { store: false } : {}),
    ask: async (request) => askPerson(request, asking),
  });
  if (!begun.ok) {
    await runtime.dispose();
    const kind = begun.reason === "provider" ? "auth" : "failed";
    return { ok: false, fault: { kind, text: begun.text } };
  }
  session = begun.session;
  id = session.id;
  const { mcpServers } = options;
  const parts = { runtime, session, outlet, mapper, gate, teller, models, mcpServers };
  return { ok: true, session: createAcpSession(parts) };
}

/** Whether there is a session of exactly this id: one that is cut short, or `latest`, is for people. */
async function isStored(runtime: Runtime, id: string): Promise<boolean> {
  const found = await runtime.sessions.find(id);
  return found.ok && found.value.id === id;
}
