import type { EventBody, MmEvent } from "@mm-agent/core";
import { createAnswer, type AnswerBlock } from "./answer.js";
import type { TranscriptBlock } from "./block.js";
import { createCall } from "./call/call.js";
import { createCompacted } from "./compacted.js";
import { createLane, type CallLine, type Current, type Lane } from "./lanes.js";
import type { Entry, RowList } from "./list/row-list.js";
import { createNote } from "./note.js";
import { createQuestion } from "./question.js";
import { createRecap } from "./recap.js";
import { createRetry } from "./retry.js";
import { createSection } from "./section.js";
import { createSteer } from "./steer.js";
import { createThoughts } from "./thoughts.js";

type Delta = Extract<EventBody, { readonly type: "text.delta" | "thought.delta" }>;

/** Units of output that all calls together keep; the oldest give theirs up first. */
const OUTPUTS = 12_000_000;

/** Turns events into blocks of the list, each agent's below its own head. */
export class EventBlocks {
  /** The newest answer of the session itself. */
  lastAnswer: AnswerBlock | undefined;
  readonly #own = createLane([]);
  readonly #lanes = new Map<string, Lane>();
  /** Calls with output, oldest first, and how much they keep. */
  readonly #outputs: CallLine[] = [];
  #kept = 0;
  #question: Entry | undefined;

  constructor(
    private readonly list: RowList,
    private readonly titleOf: ((path: readonly string[]) => string | undefined) | undefined,
  ) {}

  /** A question stands there already: the turn that begins with it does not repeat it. */
  question(entry: Entry): void {
    this.#end(this.#own);
    this.#question = entry;
    this.#own.last = entry;
  }

  get asked(): readonly string[] {
    const lanes = [...this.#lanes.values()].toSorted((a, b) => a.path.length - b.path.length);
    return lanes.map(
      ({ head, model }) => `${head?.block.title ?? ""}${model === undefined ? "" : ` · ${model}`}`,
    );
  }

  /** Nothing goes on: what was open is closed. */
  settle(): void {
    for (const lane of [this.#own, ...this.#lanes.values()]) this.#end(lane);
    this.#lanes.clear();
  }

  event(event: MmEvent): void {
    const path = event.agent ?? [];
    if (path.length > 0 && event.type === "session.changed") {
      this.#changed(this.#lanes.get(path.join("\0")), event);
      return;
    }
    if (path.length > 0 && !draws(event)) return;
    const lane = path.length === 0 ? this.#own : this.#laneOf(path);
    switch (event.type) {
      case "turn.start":
        if (lane === this.#own) this.#start(event.prompt);
        return;
      case "text.delta":
      case "thought.delta":
        this.#delta(lane, event);
        return;
      case "message.done":
        this.#end(lane);
        return;
      case "steer":
        this.#add(lane, createSteer(event.text));
        return;
      case "tool.planned": {
        const block = createCall(event, lane.path);
        lane.calls.set(event.callId, { block, entry: this.#add(lane, block) });
        return;
      }
      case "permission.asked":
        this.#call(lane, event.request.callId, ({ block }) => block.asked(true));
        return;
      case "permission.answered":
        this.#call(lane, event.callId, ({ block }) => block.asked(false));
        return;
      case "tool.started":
        this.#call(lane, event.callId, ({ block }) => block.started());
        return;
      case "tool.progress":
        this.#call(lane, event.callId, ({ block }) => block.progress(event.block));
        return;
      case "tool.done":
        this.#call(lane, event.callId, (line) => {
          line.block.end(event);
          lane.calls.delete(event.callId);
          this.#keep(line);
          this.#closeAsked(line);
        });
        return;
      case "retry":
        this.#retry(lane, event);
        return;
      case "notice":
        this.#add(lane, createNote(event.text, event.level));
        return;
      case "error":
        // The end of the turn tells those of the model and the provider.
        if (event.where !== "provider" && event.where !== "generation" && event.where !== "tool")
          this.#add(lane, createNote(event.message, "error"));
        return;
      case "compacted":
        this.#add(lane, createCompacted(event));
        return;
      case "turn.end":
        this.#turnEnd(lane, event);
        return;
      default:
    }
  }

  #start(prompt: string): void {
    const known = this.#question !== undefined && this.#question === this.list.entries.at(-1);
    this.#question = undefined;
    if (!known) this.#add(this.#own, createQuestion(prompt));
  }

  #turnEnd(lane: Lane, event: Extract<EventBody, { readonly type: "turn.end" }>): void {
    this.#end(lane);
    if (lane === this.#own) {
      this.settle();
      this.#add(lane, createRecap(event));
      return;
    }
    if (event.reason === "cancelled") this.#add(lane, createNote("Cancelled.", "warning"));
    else if (event.message !== undefined) this.#add(lane, createNote(event.message, "error"));
    if (!lane.asking) this.#lanes.delete(lane.path.join("\0"));
  }

  #delta(lane: Lane, { type, messageId, text }: Delta): void {
    const kind = type === "text.delta" ? "answer" : "thoughts";
    let { current } = lane;
    if (current?.kind !== kind || current.messageId !== messageId) {
      this.#end(lane);
      current = this.#begin(lane, kind, messageId);
    }
    current.block.feed(text);
    this.list.touch(current.entry);
  }

  #begin(lane: Lane, kind: Current["kind"], messageId: string): Current {
    if (kind === "answer") {
      const block = createAnswer();
      if (lane === this.#own) this.lastAnswer = block;
      return (lane.current = { kind, messageId, block, entry: this.#add(lane, block) });
    }
    const block = createThoughts();
    return (lane.current = { kind, messageId, block, entry: this.#add(lane, block) });
  }

  #end(lane: Lane): void {
    const { current } = lane;
    lane.current = undefined;
    if (!current) return;
    current.block.end();
    this.list.touch(current.entry);
  }

  #call(lane: Lane, callId: string, change: (line: CallLine) => void): void {
    const line = lane.calls.get(callId);
    if (!line) return;
    change(line);
    this.list.touch(line.entry);
  }

  #retry(lane: Lane, event: Extract<EventBody, { readonly type: "retry" }>): void {
    const { retry } = lane;
    if (retry && retry.entry === lane.last) {
      retry.block.next(event);
      this.list.touch(retry.entry);
      return;
    }
    const block = createRetry(event);
    lane.retry = { block, entry: this.#add(lane, block) };
  }

  #add(lane: Lane, block: TranscriptBlock): Entry {
    // Whatever comes ends what was being said.
    this.#end(lane);
    const { list } = this;
    const depth = lane.path.length;
    lane.last = list.add(block, depth, lane.head?.entry, depth === 0 ? undefined : this.#endOf(lane));
    return lane.last;
  }

  /** The last entry of a lane and of the agents it asked. */
  #endOf(lane: Lane): Entry | undefined {
    const { entries } = this.list;
    const { last, head } = lane;
    if (!last || !head) return undefined;
    let at = entries.lastIndexOf(last);
    while (belongs(entries[at + 1], head.entry)) at += 1;
    return entries[at];
  }

  #laneOf(path: readonly string[]): Lane {
    const key = path.join("\0");
    const known = this.#lanes.get(key);
    if (known) return known;
    const parent = path.length === 1 ? this.#own : this.#laneOf(path.slice(0, -1));
    const name = path.at(-1) ?? "";
    this.#end(parent);
    const asking = this.#askingCall(parent, name);
    const block = createSection(`mm [${this.titleOf?.(path) ?? name}]`);
    const after = asking?.entry ?? (parent.path.length === 0 ? undefined : this.#endOf(parent));
    const entry = this.list.add(block, parent.path.length, parent.head?.entry, after);
    const lane = createLane(path, parent, { entry, block }, asking);
    this.#lanes.set(key, lane);
    return lane;
  }

  /** The call that asked the agent: one that runs, names it, and whose agent has not spoken yet. */
  #askingCall(parent: Lane, name: string): CallLine | undefined {
    const taken = new Set([...this.#lanes.values()].map((lane) => lane.asking));
    const open = [...parent.calls.values()].filter(
      (line) => line.block.tool === "ask_agent" && !taken.has(line),
    );
    return open.find((line) => line.block.title.startsWith(name)) ?? open[0];
  }

  #closeAsked(line: CallLine): void {
    for (const [key, lane] of this.#lanes) {
      if (lane.asking !== line) continue;
      this.#end(lane);
      this.#lanes.delete(key);
    }
  }

  #changed(lane: Lane | undefined, event: Extract<EventBody, { readonly type: "session.changed" }>): void {
    if (!lane?.head) return;
    if (event.model !== undefined) lane.model = event.model;
    if (event.title === undefined) return;
    lane.head.block.title = `mm [${event.title}]`;
    this.list.touch(lane.head.entry);
  }

  #keep(line: CallLine): void {
    this.#outputs.push(line);
    this.#kept += line.block.size;
    while (this.#kept > OUTPUTS && this.#outputs.length > 1) {
      const oldest = this.#outputs.shift();
      if (!oldest) return;
      this.#kept -= oldest.block.size;
      oldest.block.shrink();
      // It may stand unfolded.
      this.list.touch(oldest.entry);
    }
  }
}

/** What of an asked agent is worth its own part. */
function draws({ type }: MmEvent): boolean {
  return type !== "turn.start" && type !== "usage" && type !== "tool.composing" && type !== "session.changed";
}

function belongs(entry: Entry | undefined, head: Entry): boolean {
  for (let at = entry?.head; at; at = at.head) if (at === head) return true;
  return false;
}
