import { LspError } from "../protocol/lsp-error.js";
import { ask } from "../server/ask.js";
import type { OpenDocument } from "../server/documents.js";
import type { LanguageServer } from "../server/language-server.js";
import { positionAt } from "../text/columns.js";
import type { Place } from "./find-places.js";
import type { Call } from "./types.js";

export type Answer<T> =
  | { readonly kind: "found"; readonly value: T; readonly place: Place }
  | { readonly kind: "nothing"; readonly place: Place }
  | { readonly kind: "error"; readonly error: LspError; readonly place: Place };

export interface Question<T> {
  readonly method: string;
  /** Added to the document and position. */
  readonly params?: object;
  /** Undefined: no answer for this place. */
  read(raw: unknown, place: Place): T | undefined | Promise<T | undefined>;
  /** True: kept only for the case that no other place has an answer. */
  defer?(value: T, place: Place): boolean | Promise<boolean>;
  /** True: suspiciously little; asked again while the server is young and says nothing about its state. */
  thin?(value: T): boolean;
}

const YOUNG_MS = 15_000;
const PAUSES_MS = [300, 600, 1200, 2400];

/**
 * Asks about the places in order until one has an answer; a refusal of one place means the next one. A young server
 * without a signal of its own is believed only when it says the same thing twice, unless it says a lot.
 */
export async function askPlaces<T>(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  places: readonly Place[],
  question: Question<T>,
): Promise<Answer<T>> {
  let answer = await askOnce(call, server, document, places, question);
  const isThin = (): boolean => answer.kind !== "found" || question.thin?.(answer.value) === true;
  let before: string | undefined;
  for (const pause of isUnsure(server) ? PAUSES_MS : []) {
    const now = JSON.stringify(answer.kind === "found" ? answer.value : answer.kind);
    if (!isThin() || now === before) break;
    before = now;
    await new Promise((done) => setTimeout(done, pause));
    answer = await askOnce(call, server, document, places, question);
  }
  if (answer.kind !== "found" && server.spec.preset.broken) await server.confirmAlive();
  return answer;
}

async function askOnce<T>(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  places: readonly Place[],
  question: Question<T>,
): Promise<Answer<T>> {
  const [first] = places;
  if (!first) throw new Error("no place to ask about");
  let deferred: Answer<T> | undefined;
  let refusal: Answer<T> | undefined;
  for (const place of places) {
    const params = {
      textDocument: { uri: document.uri },
      position: positionAt(document.lines, place.line, place.index, server.encoding),
      ...question.params,
    };
    try {
      const raw = await ask(server, question.method, params, {
        signal: call.ctx.signal,
        timeoutMs: call.session.limits.requestMs,
      });
      const value = await question.read(raw, place);
      if (value === undefined) continue;
      const answer: Answer<T> = { kind: "found", value, place };
      if (!(await question.defer?.(value, place))) return answer;
      deferred ??= answer;
    } catch (error) {
      if (!(error instanceof LspError) || error.code !== "refused") throw error;
      refusal ??= { kind: "error", error, place };
    }
  }
  return deferred ?? refusal ?? { kind: "nothing", place: first };
}

function isUnsure(server: LanguageServer): boolean {
  const { ready } = server.spec.preset;
  return typeof ready === "object" && ready.kind === "generic" && Date.now() - server.startedAt < YOUNG_MS;
}
