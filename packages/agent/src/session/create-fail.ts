import type { ErrorWhere, EventBody, Redactor } from "@mm-agent/core";
import type { Conversation } from "./conversation.js";
import type { SessionError } from "./types.js";

export interface FailParts {
  readonly redactor: Redactor;
  conversation(): Conversation;
  emit(event: EventBody): void;
}

/** Gives what tells a failure: to the session, to its file and to whoever listens. Secrets are blackened before. */
export function createFail({
  redactor,
  conversation,
  emit,
}: FailParts): (where: ErrorWhere, message: string, errorClass?: string) => void {
  return (where, message, errorClass) => {
    const about = errorClass === undefined ? {} : { class: errorClass };
    const entry: SessionError = redactor.value({ at: new Date().toISOString(), where, message, ...about });
    const { errors, record } = conversation();
    errors.push(entry);
    void record({ type: "error", where, message: entry.message, ...about });
    emit({ type: "error", where, message, ...about });
  };
}
