/**
 * Milliseconds of a clock that only runs forward, from an arbitrary start. Node's `performance.now()` is the same clock, but the
 * first touch of `performance` loads all of `perf_hooks`.
 */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
