import { LspError } from "../protocol/lsp-error.js";
import { ErrorNumbers } from "../protocol/types.js";
import type { LanguageServer } from "./language-server.js";
import type { RequestOptions } from "./rpc.js";

/** Added to the time of the first question: many servers load the whole project before they answer it. */
const COLD_MS = 40_000;

/**
 * A request that only reads. "Content modified" and "server cancelled" mean that the server is busy with a newer state,
 * so the question is put again until its time is over.
 *
 * @throws {LspError}
 */
export async function ask<T>(
  server: LanguageServer,
  method: string,
  params: unknown,
  options: RequestOptions,
): Promise<T> {
  const end = Date.now() + options.timeoutMs + (server.answered ? 0 : COLD_MS);
  for (let pause = 50; ; pause = Math.min(pause * 2, 800)) {
    const left = Math.max(1, end - Date.now());
    try {
      const answer = await server.request<T>(method, params, { signal: options.signal, timeoutMs: left });
      server.answered = true;
      return answer;
    } catch (error) {
      if (!isPassing(error) || Date.now() + pause >= end) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof LspError) || error.code !== "refused") return false;
  if (error.number === ErrorNumbers.contentModified) return true;
  const retrigger = (error.data as { retriggerRequest?: boolean } | undefined)?.retriggerRequest;
  return error.number === ErrorNumbers.serverCancelled && retrigger !== false;
}
