import type { ModelEvent } from "../types.js";

/**
 * Joins neighbouring pieces of text, of thoughts and of one call's arguments. Servers send a piece for each token; what arrived
 * in one packet need not travel through the program in hundreds of events.
 */
export function mergeEvents(events: readonly ModelEvent[]): readonly ModelEvent[] {
  if (events.length < 2) return events;
  const merged: ModelEvent[] = [];
  let parts: string[] = [];
  let open: ModelEvent | undefined;
  const close = (): void => {
    if (open !== undefined)
      merged.push(parts.length === 1 ? open : ({ ...open, text: parts.join("") } as ModelEvent));
    open = undefined;
  };
  for (const event of events) {
    if (event.type === "text" || event.type === "thought" || event.type === "call.delta") {
      if (
        open?.type === event.type &&
        (open as { index?: number }).index === (event as { index?: number }).index
      ) {
        parts.push(event.text);
        continue;
      }
      close();
      open = event;
      parts = [event.text];
    } else if (event.type !== "alive" || open === undefined) {
      close();
      // One sign of life is as good as many.
      if (event.type !== "alive" || merged.at(-1)?.type !== "alive") merged.push(event);
    }
  }
  close();
  return merged;
}
