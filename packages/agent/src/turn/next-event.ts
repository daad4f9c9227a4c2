import type { ModelEvent } from "../provider/types.js";

/** The next event of a reply; an end without one, and whatever is thrown, are errors of the network. */
export async function nextEvent(iterator: AsyncIterator<ModelEvent>): Promise<ModelEvent> {
  try {
    const { value, done } = await iterator.next();
    if (done) return { type: "error", class: "network", message: "the stream ended without a finish" };
    return value;
  } catch (error) {
    // Providers promise not to throw; one that does must not take the session with it.
    return {
      type: "error",
      class: "network",
      message: error instanceof Error ? error.message : String(error),
    };
  }
}
