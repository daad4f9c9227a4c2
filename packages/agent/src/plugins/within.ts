/** Thrown when a plugin takes longer than it may. */
class TooSlow extends Error {
  readonly code = "timeout";
}

/**
 * The outcome of `work`, or a `TooSlow` error after `ms` milliseconds. What arrives later goes to `late`, so that
 * nothing that was opened stays open.
 */
export async function within<T>(
  ms: number,
  what: string,
  work: () => Promise<T> | T,
  late?: (value: T) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      over = true;
      reject(new TooSlow(`${what} did not end within ${ms / 1000} s`));
    }, ms);
  });
  const running = (async () => work())();
  running.then(
    (value) => {
      if (over) late?.(value);
    },
    // Without a handler a rejection after the limit would end the process.
    () => undefined,
  );
  try {
    return await Promise.race([running, limit]);
  } finally {
    clearTimeout(timer);
  }
}
