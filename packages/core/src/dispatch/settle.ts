/** What came of waiting for somebody else's promise. */
export type Settled<T> = { readonly kind: "value"; readonly value: T } | { readonly kind: "late" };

/**
 * Waits for work that may never end: until it settles, or until `graceMs` after the signal aborted. A rejection is
 * passed on; what arrives too late has nobody to go to and is dropped.
 */
export async function settleWithin<T>(
  work: Promise<T> | T,
  signal: AbortSignal,
  graceMs: number,
): Promise<Settled<T>> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const tooLate = new Promise<Settled<T>>((resolve) => {
    onAbort = (): void => {
      timer = setTimeout(() => resolve({ kind: "late" }), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  const value = Promise.resolve(work).then((value): Settled<T> => ({ kind: "value", value }));
  value.catch(() => {});
  try {
    return await Promise.race([value, tooLate]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
