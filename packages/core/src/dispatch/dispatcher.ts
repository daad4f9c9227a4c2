import { setMaxListeners } from "node:events";
import type { ToolKind } from "../tool/types.js";
import { createTokenBucket } from "./token-bucket.js";
import { createSemaphore } from "./semaphore.js";
import { prepareCall, type PreparedCall } from "./prepare-call.js";
import { refuseCall } from "./refuse-call.js";
import { runCall } from "./run-call.js";
import type { CallOutcome, Dispatcher, DispatcherOptions, ToolCall } from "./types.js";

/** Calls of these kinds run side by side; every other call waits for those before it and runs alone. */
const SIDE_BY_SIDE: ReadonlySet<ToolKind> = new Set(["read", "search", "fetch", "think", "ask"]);

const SLOTS_IN_ALL = 8;
const SLOTS_PER_TURN = 4;

/** Shared by every session of the process. */
const everySession = createSemaphore(SLOTS_IN_ALL);

/** The token buckets of one session; they only delay. */
function createBuckets(): (kind: ToolKind, signal: AbortSignal) => Promise<void> {
  const general = createTokenBucket(20, 10);
  const changing = createTokenBucket(5, 2);
  return async (kind, signal) => {
    await general.take(signal);
    if (kind === "execute" || kind === "edit" || kind === "delete" || kind === "move")
      await changing.take(signal);
  };
}

/**
 * Runs tool calls: reads the arguments, plans, asks for permission, runs, bounds the output and watches for loops.
 * Never throws for what a tool or a model does; every call gets exactly one outcome, also after a cancel.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const takeToken = createBuckets();
  return {
    tools: options.tools,
    async run(calls, signal) {
      // Every waiting call listens; Node's warning about ten listeners would end up on the person's screen.
      setMaxListeners(0, signal);
      const thisTurn = createSemaphore(SLOTS_PER_TURN);
      const outcomes: Promise<CallOutcome>[] = [];
      let stopped: string | undefined;

      const start = async (
        call: ToolCall,
        prepared: PreparedCall,
        settled: Promise<unknown>,
      ): Promise<CallOutcome> => {
        const outcome = await runCall(options, call, prepared, signal, {
          takeToken: call.origin === "model" ? takeToken : async () => {},
          slots: [thisTurn, everySession],
          settled,
        });
        stopped ??= outcome.stop;
        return outcome;
      };

      for (const call of calls) {
        const settled = Promise.allSettled(outcomes);
        const tool = options.tools.find((t) => t.name === call.name);
        const mayRunBeside = tool !== undefined && (tool.parallel === true || SIDE_BY_SIDE.has(tool.kind));
        if (!mayRunBeside) await settled;
        if (stopped !== undefined || signal.aborted) {
          outcomes.push(
            Promise.resolve(refuseCall(options, call, stopped === undefined ? "cancelled" : "stopped")),
          );
          continue;
        }
        const prepared = await prepareCall(options, call, signal);
        // Only the plan knows that a call of a reading tool changes something (a rename).
        const alone = prepared.tool?.parallel !== true && !SIDE_BY_SIDE.has(prepared.kind);
        if (alone) await settled;
        const outcome = start(call, prepared, settled);
        outcomes.push(outcome);
        if (alone) await outcome;
      }
      return Promise.all(outcomes);
    },
  };
}
