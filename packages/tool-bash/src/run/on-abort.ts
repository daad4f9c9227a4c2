interface Shared {
  readonly actions: Set<() => void>;
  readonly listener: () => void;
}

const shared = new WeakMap<AbortSignal, Shared>();

/**
 * Runs the action when the signal aborts, until the returned function is called. One listener serves all commands of
 * a turn: from the eleventh on a signal, Node warns of a leak.
 */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  const { actions, listener } = shared.get(signal) ?? listen(signal);
  actions.add(action);
  return () => {
    actions.delete(action);
    if (actions.size > 0) return;
    signal.removeEventListener("abort", listener);
    shared.delete(signal);
  };
}

function listen(signal: AbortSignal): Shared {
  const actions = new Set<() => void>();
  const listener = (): void => {
    for (const action of actions) action();
  };
  const made = { actions, listener };
  shared.set(signal, made);
  signal.addEventListener("abort", listener, { once: true });
  return made;
}
