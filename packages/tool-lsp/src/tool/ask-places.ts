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
const PAUSES_MS = [100, 300, 900, 1800];

/** Asks about the places in order until one has an answer. A refusal of one place means the next one. */
export async function askPlaces<T>(
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
    try {
      const value = await askPlace(call, server, document, place, question);
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

async function askPlace<T>(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  place: Place,
  question: Question<T>,
): Promise<T | undefined> {
  const params = {
    textDocument: { uri: document.uri },
    position: positionAt(document.lines, place.line, place.index, server.encoding),
    ...question.params,
  };
  const put = async (): Promise<{ raw: unknown; value: T | undefined }> => {
    const raw = await ask(server, question.method, params, { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs });
    return { raw, value: await question.read(raw, place) };
  };
  let answer = await put();
  const thin = ({ value }: { value: T | undefined }): boolean => value === undefined || question.thin?.(value) === true;
  // Without a signal of its own, a server is believed when it says the same thing twice.
  if (isUnsure(server)) {
    for (const pause of PAUSES_MS) {
      if (!thin(answer)) break;
      await new Promise((done) => setTimeout(done, pause));
      const next = await put();
      const same = JSON.stringify(next.raw) === JSON.stringify(answer.raw);
      answer = next;
      if (same && pause > 100) break;
    }
  }
  return answer.value;
}

function isUnsure(server: LanguageServer): boolean {
  const { ready } = server.spec.preset;
  return typeof ready === "object" && ready.kind === "generic" && Date.now() - server.startedAt < YOUNG_MS;
}
