import type { MmEvent, PermissionRequest, TurnCounters } from "@mm-agent/core";
import { cleanText } from "../../output/clean-text.js";
import { compactedText, retryText } from "../../output/event-text.js";
import { oneLine } from "../../output/one-line.js";
import { recapLine } from "../../output/recap-line.js";
import type { Style } from "../../output/style.js";
import { StreamMarkdown } from "../markdown/stream-markdown.js";
import { createTokenCount, type SpinnerState } from "../spinner.js";
import { callRows, resultRows, type CallLook, type Done, type Planned } from "./call-blocks.js";
import { createNestedWords } from "./nested-words.js";
import type { Surface } from "./surface.js";

interface Call {
  readonly planned: Planned;
  done?: Done;
  /** The diff was shown in full when the person was asked. */
  seen: boolean;
}

export interface TurnView {
  event(event: MmEvent): void;
  /** The unfinished last row of the answer, in at most `columns` cells. */
  pending(columns: number): string;
  /** Undefined while no turn runs. */
  spinner(): Pick<SpinnerState, "word" | "tokens" | "tail"> | undefined;
  /** Prints the line of a call that a question is about, if it is not there yet. */
  showCall(request: PermissionRequest): void;
  look(): CallLook;
}

export interface TurnViewOptions {
  readonly surface: Surface;
  readonly style: Style;
  readonly previewLines: number;
  readonly cwd: string;
}

/** Prints a session's events. Each call is one block: calls that run side by side wait for their place. */
export function createTurnView({ surface, style, previewLines, cwd }: TurnViewOptions): TurnView {
  const look = (): CallLook => ({ style, columns: surface.columns, previewLines, cwd });
  const markdown = new StreamMarkdown(style, () => surface.columns);
  let running = false;
  let word = "Thinking";
  let tail: string | undefined;
  let tokens = createTokenCount();
  let answering = false;
  /** In the order of planning; the first one's line is printed, the others wait. */
  const calls = new Map<string, Call>();
  let open: string | undefined;
  /** The word of each call that runs, in the order of starting. */
  const busy = new Map<string, string>();
  /** Calls of asked agents: one line each, below the call that asked. */
  const nested = new Set<string>();
  const others = createNestedWords(surface, style);
  /** The call whose line stands right above what an asked agent says first. */
  let fresh = false;

  const endText = (): void => {
    const rows = markdown.end();
    if (rows.length > 0) startText();
    surface.print(rows);
    if (answering) surface.gap();
    answering = false;
  };
  /** Of several calls, the one whose block stands open. */
  const busyWord = (): string | undefined => busy.get(open ?? "") ?? [...busy.values()].at(-1);
  const startText = (): void => {
    if (!answering) surface.gap();
    answering = true;
  };
  const openCall = (id: string, call: Call): void => {
    endText();
    others.end();
    open = id;
    fresh = true;
    surface.print(callRows(call.planned, [], look()));
  };
  const closeCall = (id: string, call: Call, done: Done): void => {
    calls.delete(id);
    open = undefined;
    others.end();
    surface.print(resultRows(done, call.seen, look()));
    surface.gap();
  };
  const advance = (): void => {
    if (open !== undefined) return;
    for (const [id, call] of calls) {
      openCall(id, call);
      if (!call.done) return;
      closeCall(id, call, call.done);
    }
  };
  const line = (text: string, paint: (text: string) => string): void => {
    endText();
    surface.print(cleanText(text).split("\n").map(paint));
  };
  const recap = (counters: TurnCounters): void => {
    surface.gap();
    surface.print([style.dim(recapLine(counters))]);
    surface.gap();
  };

  return {
    look,
    pending: (columns) => markdown.pending(columns),
    spinner: () =>
      running
        ? { word: busyWord() ?? word, tokens: tokens.read(), ...(tail === undefined ? {} : { tail }) }
        : undefined,
    showCall(request) {
      const call = calls.get(request.callId);
      if (open === request.callId) {
        if (call) call.seen = request.changes.length > 0;
        return;
      }
      if (nested.has(request.callId)) return;
      if (!call) {
        endText();
        surface.print(callRows(request, request.agent, look()));
        return;
      }
      // A call that has not come to its place takes the place of the one before it.
      call.seen = request.changes.length > 0;
      openCall(request.callId, call);
    },
    event(event) {
      const own = event.agent === undefined || event.agent.length === 0;
      switch (event.type) {
        case "turn.start":
          running = true;
          word = "Thinking";
          tail = undefined;
          tokens = createTokenCount();
          calls.clear();
          busy.clear();
          nested.clear();
          open = undefined;
          return;
        case "text.delta":
          tokens.text(event.text.length);
          if (!own) {
            const agent = event.agent ?? [];
            const [name, ...below] = agent;
            const title = calls.get(open ?? "")?.planned.title ?? "";
            // One agent's name begins the title; of several tasks it has to be told who speaks.
            const known = fresh && calls.size === 1 && below.length === 0 && title.split(" ", 1)[0] === name;
            others.feed(agent, event.text, known);
            fresh = false;
            tail = oneLine(event.text.trimEnd().split("\n").at(-1) ?? "") || tail;
            return;
          }
          word = "Answering";
          {
            const rows = markdown.feed(event.text);
            if (rows.length === 0) return;
            startText();
            surface.print(rows);
          }
          return;
        case "thought.delta":
          tokens.text(event.text.length);
          if (own) word = "Thinking";
          return;
        case "tool.composing":
          if (own) word = "Composing a tool call";
          return;
        case "message.done":
          if (!own) return others.end(event.agent);
          endText();
          word = "Thinking";
          return;
        case "steer":
          endText();
          surface.gap();
          surface.print(
            cleanText(event.text)
              .split("\n")
              .map((row) => style.bold(`↳ ${row}`)),
          );
          surface.gap();
          return;
        case "tool.planned":
          if (!own) {
            nested.add(event.callId);
            others.end(event.agent);
            surface.print(callRows(event, event.agent ?? [], look()));
            return;
          }
          calls.set(event.callId, { planned: event, seen: false });
          advance();
          return;
        case "tool.started":
          busy.set(event.callId, event.busy ?? "Running");
          tail = undefined;
          return;
        case "tool.progress": {
          if (event.block.type === "diff") return;
          const text = event.block.type === "terminal" ? event.block.chunk : event.block.text;
          tail = oneLine(text.trimEnd().split("\n").at(-1) ?? "") || tail;
          return;
        }
        case "tool.done": {
          busy.delete(event.callId);
          word = "Thinking";
          tail = undefined;
          const call = calls.get(event.callId);
          if (!call) return;
          call.done = event;
          if (open === event.callId) closeCall(event.callId, call, event);
          advance();
          return;
        }
        case "usage":
          tokens.report(event.total);
          return;
        case "retry":
          line(retryText(event), style.yellow);
          word = "Waiting to try again";
          return;
        case "notice":
          line(event.text, event.level === "warning" ? style.yellow : style.dim);
          return;
        case "error":
          // The end of the turn tells those of the model and the provider.
          if (event.where !== "provider" && event.where !== "generation" && event.where !== "tool")
            line(event.message, style.red);
          return;
        case "compacted":
          line(compactedText(event), style.dim);
          return;
        case "turn.end":
          endText();
          running = false;
          tail = undefined;
          surface.gap();
          if (event.reason === "cancelled") surface.print([style.yellow("Cancelled.")]);
          else if (event.message !== undefined)
            surface.print(cleanText(event.message).split("\n").map(style.red));
          recap(event.counters);
          return;
        default:
      }
    },
  };
}
