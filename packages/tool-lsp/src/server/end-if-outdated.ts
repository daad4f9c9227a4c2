import { LspError } from "../protocol/lsp-error.js";
import type { LanguageServer } from "./language-server.js";

/**
 * Ends a server that knew no file but the open ones when it started, and would know the project now.
 *
 * @throws {LspError} `died` when it ended it, so that the pool starts it again.
 */
export async function endIfOutdated(server: LanguageServer): Promise<void> {
  const { preset, file, trusted, args } = server.spec;
  const context = { root: server.root, file, trusted, args };
  if (server.blind === undefined || preset.openFilesOnly?.(context) !== undefined) return;
  await server.stop();
  throw new LspError("died", "was stopped");
}
