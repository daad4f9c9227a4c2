import type { MmEvent } from "@mm-agent/core";
import type { RecordBody } from "./records.js";

/** Milliseconds between two saved pieces of an answer. */
const EVERY_MS = 1000;
/** A text without a blank is saved all the same from this length on, in characters. */
const LONGEST = 65_536;

/**
 * Saves an answer while it streams: at most once a second, only what is new, and cut at a blank, so that a secret that
 * must be hidden never stands half in one piece and half in the next.
 */
export function createPartialSaver(save: (body: RecordBody) => void): {
  event(event: MmEvent): void;
  stop(): void;
} {
  let messageId = "";
  let pending = "";
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    pending = "";
  };
  const write = (): void => {
    timer = undefined;
    const blank = pending.search(/\s\S*$/);
    const cut = blank >= 0 ? blank + 1 : pending.length > LONGEST ? pending.length : 0;
    if (cut === 0) return;
    save({ type: "partial", messageId, text: pending.slice(0, cut) });
    pending = pending.slice(cut);
  };
  return {
    stop,
    event(event) {
      // What an asked agent says is no part of this conversation.
      if (event.agent && event.agent.length > 0) return;
      if (event.type === "text.delta") {
        if (event.messageId !== messageId) {
          stop();
          messageId = event.messageId;
        }
        pending += event.text;
        timer ??= setTimeout(write, EVERY_MS).unref();
      } else if (event.type === "message.done" || event.type === "turn.end") stop();
    },
  };
}
