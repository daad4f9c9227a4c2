import type { MmEvent } from "@mm-agent/core";
import { oneLine } from "../../output/one-line.js";
import type { Transcript } from "../types.js";

type Working = Transcript["working"];

/** What the spinner says: it follows the events of the session and of the agents it asks. */
export interface WorkState {
  event(event: MmEvent): void;
  read(): Working;
  stop(): void;
}

export function createWorkState(): WorkState {
  let since: number | undefined;
  let word = "Thinking";
  let tail: string | undefined;
  /** The word of each call that runs, in the order of starting. */
  const busy = new Map<string, string>();
  return {
    stop() {
      since = undefined;
      tail = undefined;
      busy.clear();
    },
    read() {
      if (since === undefined) return undefined;
      const say = [...busy.values()].at(-1) ?? word;
      return { word: say, since, ...(tail === undefined ? {} : { tail }) };
    },
    event(event) {
      const own = event.agent === undefined || event.agent.length === 0;
      const key = "callId" in event ? [...(event.agent ?? []), event.callId].join("\0") : "";
      switch (event.type) {
        case "turn.start":
          if (!own) return;
          since = Date.parse(event.at) || Date.now();
          word = "Thinking";
          tail = undefined;
          busy.clear();
          return;
        case "turn.end":
          if (own) this.stop();
          return;
        case "text.delta":
          if (own) word = "Answering";
          return;
        case "thought.delta":
          if (own) word = "Thinking";
          return;
        case "message.done":
          if (own) word = "Thinking";
          return;
        case "tool.composing":
          if (own) word = "Composing a tool call";
          return;
        case "retry":
          if (own) word = "Waiting to try again";
          return;
        case "tool.started":
          busy.set(key, event.busy ?? "Running");
          tail = undefined;
          return;
        case "tool.progress": {
          if (event.block.type === "diff") return;
          const text = event.block.type === "terminal" ? event.block.chunk : event.block.text;
          tail = oneLine(text.slice(-2000).trimEnd().split("\n").at(-1) ?? "") || tail;
          return;
        }
        case "tool.done":
          busy.delete(key);
          tail = undefined;
          if (own) word = "Thinking";
          return;
        default:
      }
    },
  };
}
