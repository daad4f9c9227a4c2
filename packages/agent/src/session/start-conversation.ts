import { createConversation, type Conversation } from "./conversation.js";
import { createMemoryStore } from "./memory-store.js";
import { RECORD_VERSION } from "./records.js";
import type { Reopened, SessionOptions } from "./session-options.js";
import type { Provider } from "../provider/types.js";

/** A conversation with the store that keeps it: a new one, or one of an earlier run. */
export function startConversation(
  id: string,
  options: SessionOptions,
  provider: () => Provider,
  resumed?: Reopened,
): Conversation {
  return createConversation({
    id,
    store: resumed?.store ?? options.openStore?.(id) ?? createMemoryStore(),
    tools: options.tools,
    header: () => ({
      v: RECORD_VERSION,
      session: id,
      cwd: options.cwd,
      version: options.version ?? "",
      provider: provider().name,
      model: provider().model,
      mode: options.policy.mode,
      journal: options.undo?.sessionId ?? id,
    }),
    ...(resumed ? { loaded: resumed.loaded } : {}),
  });
}
