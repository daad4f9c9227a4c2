import type { EventBody, MmEvent } from "@mm-agent/core";
import { createAnswer, type AnswerBlock } from "./answer.js";
import type { TranscriptBlock } from "./block.js";
import { createCall } from "./call/call.js";
import { KeptOutputs } from "./call/kept-outputs.js";
import { createCompacted } from "./compacted.js";
import { LaneBook } from "./lane-book.js";
import type { CallLine, Current, Lane } from "./lanes.js";
import type { Entry } from "./list/entry.js";
import type { RowList } from "./list/row-list.js";
import { createNote } from "./note.js";
import { createQuestion } from "./question.js";
import { createRecap } from "./recap.js";
import { createRetry } from "./retry.js";
import { createSteer } from "./steer.js";
import { createThoughts } from "./thoughts.js";

type Delta = Extract<EventBody, { readonly type: "text.delta" | "thought.delta" }>;

/** Turns events into blocks of the list, each agent's below its own head. */
export class EventBlocks {
  /** The newest answer of the session itself. */
  lastAnswer: AnswerBlock | undefined;
  readonly #list: RowList;
  readonly #lanes: LaneBook;
  readonly #outputs: KeptOutputs;
  #question: Entry | undefined;

  constructor(list: RowList, titleOf?: (path: readonly string[]) => string | undefined) {
    this.#list = list;
    this.#lanes = new LaneBook(list, titleOf);
    this.#outputs = new KeptOutputs(list);
  }

  /** A question stands there already: the turn that begins with it does not repeat it. */
  question(entry: Entry): void {
    this.#end(this.#lanes.own);
    this.#question = entry;
    this.#lanes.own.last = entry;
  }

  /** The asked agents at work, outermost first. */
  get asked(): readonly string[] {
    return this.#lanes.titles();
  }

  /** Nothing goes on: what was open is closed. */
  settle(): void {
    for (const lane of this.#lanes.all()) this.#end(lane);
    this.#lanes.clear();
  }

  event(event: MmEvent): void {
    const path = event.agent ?? [];
    if (path.length > 0 && event.type === "session.changed") {
      const { title, model } = event;
      this.#lanes.name(path, { ...(title && { title }), ...(model && { model }) });
      return;
    }
    if (path.length > 0 && !draws(event)) return;
    const lane = path.length === 0 ? this.#lanes.own : this.#lane(path);
    switch (event.type) {
      case "turn.start":
        if (lane === this.#lanes.own) this.#start(event.prompt);
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
          this.#outputs.keep(line);
          for (const asked of this.#lanes.close(line)) this.#end(asked);
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

  #lane(path: readonly string[]): Lane {
    const known = this.#lanes.find(path);
    if (known) return known;
    // What the asking agent says goes on behind the one that it asked.
    this.#end(path.length === 1 ? this.#lanes.own : this.#lane(path.slice(0, -1)));
    return this.#lanes.open(path);
  }

  #start(prompt: string): void {
    const known = this.#question !== undefined && this.#question === this.#list.entries.at(-1);
    this.#question = undefined;
    if (!known) this.#add(this.#lanes.own, createQuestion(prompt));
  }

  #turnEnd(lane: Lane, event: Extract<EventBody, { readonly type: "turn.end" }>): void {
    this.#end(lane);
    if (lane === this.#lanes.own) {
      this.settle();
      this.#add(lane, createRecap(event));
      return;
    }
    if (event.reason === "cancelled") this.#add(lane, createNote("Cancelled.", "warning"));
    else if (event.message !== undefined) this.#add(lane, createNote(event.message, "error"));
    if (!lane.asking) this.#lanes.drop(lane);
  }

  #delta(lane: Lane, { type, messageId, text }: Delta): void {
    const kind = type === "text.delta" ? "answer" : "thoughts";
    let { current } = lane;
    if (current?.kind !== kind || current.messageId !== messageId) {
      this.#end(lane);
      current = this.#begin(lane, kind, messageId);
    }
    current.block.feed(text);
    this.#list.touch(current.entry);
    this.#goOn(lane);
  }

  /** A long answer goes on in further blocks. */
  #goOn(lane: Lane): void {
    for (let { current } = lane; current?.kind === "answer"; current = lane.current) {
      const block = current.block.next();
      if (!block) return;
      const before = [...current.before, current.entry];
      this.#list.touch(current.entry);
      lane.current = { ...current, block, before, entry: this.#place(lane, block) };
    }
  }

  #begin(lane: Lane, kind: Current["kind"], messageId: string): Current {
    if (kind === "answer") {
      const block = createAnswer();
      if (lane === this.#lanes.own) this.lastAnswer = block;
      return (lane.current = { kind, messageId, block, before: [], entry: this.#add(lane, block) });
    }
    const block = createThoughts();
    return (lane.current = { kind, messageId, block, entry: this.#add(lane, block) });
  }

  #end(lane: Lane): void {
    const { current } = lane;
    if (!current) return;
    const renewed = current.block.end();
    if (renewed === true && current.kind === "answer")
      for (const entry of current.before) this.#list.touch(entry);
    this.#list.touch(current.entry);
    this.#goOn(lane);
    lane.current = undefined;
  }

  #call(lane: Lane, callId: string, change: (line: CallLine) => void): void {
    const line = lane.calls.get(callId);
    if (!line) return;
    change(line);
    this.#list.touch(line.entry);
  }

  #retry(lane: Lane, event: Extract<EventBody, { readonly type: "retry" }>): void {
    const { retry } = lane;
    if (retry && retry.entry === lane.last) {
      retry.block.next(event);
      this.#list.touch(retry.entry);
      return;
    }
    const block = createRetry(event);
    lane.retry = { block, entry: this.#add(lane, block) };
  }

  #add(lane: Lane, block: TranscriptBlock): Entry {
    // Whatever comes ends what was being said.
    this.#end(lane);
    return this.#place(lane, block);
  }

  #place(lane: Lane, block: TranscriptBlock): Entry {
    lane.last = this.#list.add(block, lane.path.length, lane.head?.entry, this.#lanes.endOf(lane));
    return lane.last;
  }
}

/** What of an asked agent is worth its own part. */
function draws({ type }: MmEvent): boolean {
  return type !== "turn.start" && type !== "usage" && type !== "tool.composing" && type !== "session.changed";
}
