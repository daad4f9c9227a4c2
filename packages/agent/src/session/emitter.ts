import { EVENT_VERSION, type EventBody, type Logger, type MmEvent } from "@mm-agent/core";

export interface EmitterOptions {
  session(): string;
  /** The running turn. */
  turn(): number | undefined;
  readonly log: Logger;
  /** Called before the listeners. */
  onEvent(event: MmEvent): void;
}

/** Numbers the events of a session and hands them to its listeners; one that fails does not disturb the others. */
export function createEmitter(options: EmitterOptions): {
  emit(body: EventBody): void;
  /** A notice; while nobody listens it waits for the first listener. */
  notify(level: "info" | "warning", text: string): void;
  subscribe(listener: (event: MmEvent) => void): () => void;
} {
  const listeners = new Set<(event: MmEvent) => void>();
  let seq = 0;
  // Events come in bursts, and making the text costs more than the rest of an event.
  let at = { ms: 0, text: "" };
  const now = (): string => {
    const ms = Date.now();
    if (ms !== at.ms) at = { ms, text: new Date(ms).toISOString() };
    return at.text;
  };
  let held: EventBody[] = [];
  const emit = (body: EventBody): void => {
    const turn = options.turn();
    // Events of asked agents arrive with their own numbers; here they get this session's.
    const event: MmEvent = {
      ...body,
      v: EVENT_VERSION,
      seq: (seq += 1),
      at: now(),
      session: options.session(),
      ...(turn === undefined ? {} : { turn }),
    };
    options.onEvent(event);
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        options.log.error("a listener of the session failed", { error: String(error), event: body.type });
      }
    }
  };
  return {
    emit,
    notify(level, text) {
      const body = { type: "notice", level, text } as const;
      if (listeners.size > 0) emit(body);
      else held.push(body);
    },
    subscribe(listener) {
      listeners.add(listener);
      const waiting = held;
      held = [];
      for (const body of waiting) emit(body);
      return () => void listeners.delete(listener);
    },
  };
}
