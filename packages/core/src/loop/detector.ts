import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.js";

/** One finished call, as the detector sees it. */
export interface LoopRecord {
  readonly tool: string;
  readonly input: unknown;
  /** The whole output, before it is cut. */
  readonly output: string;
  readonly ok: boolean;
}

/**
 * `marked`: append `text` to the tool's output, so that the model reads it. `stop`: end the turn with `text`.
 */
export type LoopVerdict =
  | { readonly kind: "none" }
  | { readonly kind: "marked"; readonly text: string }
  | { readonly kind: "stop"; readonly text: string };

/** Notices repeated calls: one call, or a cycle of two or three, with the same input and the same output. */
export interface LoopDetector {
  record(call: LoopRecord): LoopVerdict;
  reset(): void;
}

export interface LoopDetectorOptions {
  /** Repetitions in a row after which the model is told. Default 3. */
  readonly warnAfter?: number;
  /** Further repetitions after which the turn ends. Default 3. */
  readonly stopAfter?: number;
}

/** Appended to the output from the third identical call on (spec, "Loop detection"). */
export const LOOP_MARKER =
  "[LOOP_DETECTED: You have attempted the same action multiple times with the same result. Please try a different approach or provide more information.]";

const LONGEST_CYCLE = 3;

/**
 * A detector for one session. Each record costs one hash and three comparisons.
 * Inputs are compared as canonical JSON, outputs by the hash of their whole text.
 */
export function createLoopDetector(options: LoopDetectorOptions = {}): LoopDetector {
  const warnAt = options.warnAfter ?? 3;
  const stopAt = warnAt + (options.stopAfter ?? 3);
  let recent: { hash: string; tool: string; ok: boolean }[] = [];
  // matches[p] = how many calls in a row, up to now, equal the call p places before them.
  let matches: number[] = [];

  const reset = (): void => {
    recent = [];
    matches = Array.from({ length: LONGEST_CYCLE + 1 }, () => 0);
  };
  reset();

  return {
    reset,
    record(call) {
      const hash = createHash("sha256")
        .update(`${call.tool}\0${canonicalJson(call.input)}\0`)
        .update(call.output)
        .digest("base64");
      for (let period = 1; period <= LONGEST_CYCLE; period += 1)
        matches[period] = recent.at(-period)?.hash === hash ? (matches[period] ?? 0) + 1 : 0;
      recent.push({ hash, tool: call.tool, ok: call.ok });
      if (recent.length > LONGEST_CYCLE) recent.shift();

      for (let period = 1; period <= LONGEST_CYCLE; period += 1) {
        const rounds = Math.floor((matches[period] ?? 0) / period) + 1;
        if (rounds < warnAt) continue;
        const cycle = recent.slice(-period);
        if (rounds >= stopAt) {
          // The person's next request starts with a clean slate.
          reset();
          return { kind: "stop", text: stopText(cycle, rounds) };
        }
        return { kind: "marked", text: period === 1 ? LOOP_MARKER : cycleMarker(cycle) };
      }
      return { kind: "none" };
    },
  };
}

type Seen = { readonly tool: string; readonly ok: boolean };

function cycleMarker(cycle: readonly Seen[]): string {
  return `[LOOP_DETECTED: You keep going round the same ${cycle.length} calls (${names(cycle)}) with the same results. Please try a different approach or provide more information.]`;
}

function stopText(cycle: readonly Seen[], rounds: number): string {
  const failing = cycle.some((call) => !call.ok);
  const result = failing ? "the same failing result" : "the same result";
  const advice = failing
    ? "rephrase the request, or fix what the tool kept reporting"
    : "rephrase the request";
  const what =
    cycle.length === 1
      ? `the same ${cycle[0]?.tool} call ${rounds} times in a row with ${result}`
      : `the same cycle of ${cycle.length} calls (${names(cycle)}) ${rounds} times in a row with ${failing ? "the same failing results" : "the same results"}`;
  return `[error: the model repeated ${what} — turn stopped by the loop detector; ${advice}]`;
}

function names(cycle: readonly Seen[]): string {
  return cycle.map((call) => call.tool).join(", ");
}
