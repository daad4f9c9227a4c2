import { monotonic, createRunawayGuard, type Runaway, type RunawayGuard } from "@mm-agent/core";

/** The end of the text that must be one repeated pattern, and the pattern's length, in characters. */
const WINDOW = 16_384;
const LONGEST_PATTERN = 1024;
/** Characters between two looks. */
const STRIDE = 1024;
/** How much longer it must go on like that: milliseconds of a model that writes, or characters of one that pours. */
const LASTING = { ms: 20_000, chars: 327_680 } as const;

/**
 * A guard for the words of an answer. Tables, logs, rules and lists of numbers repeat themselves for pages, and a text may be
 * long because it was asked for; so far more must be the same than in a tool call, and it must go on.
 * `now` is for tests, in milliseconds.
 */
export function createProseGuard(now: () => number = monotonic): RunawayGuard {
  const guard = createRunawayGuard({
    window: WINDOW,
    shortest: 1,
    longest: LONGEST_PATTERN,
    maxChars: 2_000_000,
    stride: STRIDE,
  });
  let run: { readonly sinceMs: number; readonly from: number; last: number } | undefined;

  const judge = (found: Runaway): Runaway | undefined => {
    if (found.reason === "too_long") return found;
    if (!run || found.chars - run.last > 2 * STRIDE)
      run = { sinceMs: now(), from: found.chars - WINDOW, last: found.chars };
    run.last = found.chars;
    return now() - run.sinceMs >= LASTING.ms || found.chars - run.from >= LASTING.chars ? found : undefined;
  };
  let pending = "";
  return {
    push(delta) {
      // Looked at in whole strides: the work for a delta of a few characters is to append it.
      pending += delta;
      while (pending.length >= STRIDE) {
        const found = guard.push(pending.slice(0, STRIDE));
        pending = pending.slice(STRIDE);
        const runaway = found && judge(found);
        if (runaway) return runaway;
      }
      return undefined;
    },
  };
}

/** The text that ends a turn whose answer ran away. */
export function proseRunawayText(what: "text" | "thought", found: Runaway): string {
  const whose = what === "text" ? "answer" : "thinking";
  const why =
    found.reason === "repeats" ? "it repeats the same pattern" : "it exceeds two million characters";
  const sample = JSON.stringify(found.sample.slice(-64)).slice(1, -1);
  return `[error: the model's ${whose} ran away: ${why} (${found.chars} characters so far: ${sample}) — generation stopped; rephrase the request, or try another model]`;
}
