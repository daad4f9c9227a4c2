import type { ModelEvent } from "../types.js";
import { END_TOKEN, growsToToken, START_TOKEN } from "./end-tokens.js";
import { finishHeld } from "./finish-held.js";
import { createHeld } from "./held.js";
import { createLineState } from "./line-state.js";
import { openingAt } from "./openers.js";
import { parseMarkup } from "./parse-markup.js";
import { plausible } from "./plausible.js";
import { createThoughts } from "./thoughts.js";
import type { ReaderEvent, TextCall, TextReader } from "./types.js";

const SPECIAL = /[\n<[]/;
const SPECIAL_FROM = /[\n<[]/g;
const END_AT = new RegExp(END_TOKEN.source, "y");
const START_AT = new RegExp(START_TOKEN.source, "y");
const TAIL = new RegExp(`(?:\\s|${END_TOKEN.source})*`, "y");
const ORPHAN = /<\/think(?:ing)?>/y;
/** Stories about calls that one message may tell, when it comes in one piece. */
const MAX_STORIES = 8;

/**
 * Reads what models write into their text instead of sending it apart. Text that cannot be markup goes on at once; a
 * possible beginning is held back until it is told apart. `declared` are the names of the tools.
 */
export function createTextReader(declared: readonly string[]): TextReader {
  const line = createLineState();
  const held = createHeld(declared);
  const sent: TextCall[] = [];
  let mode: "flow" | "think" | "hold" | "channel" | "tail" = "flow";
  let pending = "";
  let thoughts: ReturnType<typeof createThoughts> | undefined;
  let began = false;
  let openStrike = false;
  let inThoughts = "";
  let out: ReaderEvent[] = [];

  const show = (text: string): void => {
    if (text === "") return;
    line.feed(text);
    if (!began && /\S/.test(text)) began = true;
    out.push({ type: "text", text });
  };

  /** Runs text through the modes until all of it is shown or held. */
  const run = (given: string): void => {
    for (let text = given; text !== "";) {
      if (mode === "flow") text = flow(text);
      else if (mode === "think") text = think(text);
      else if (mode === "tail") text = tail(text);
      else text = hold(text);
    }
  };

  const flow = (buffer: string): string => {
    let from = 0;
    const upTo = (at: number): void => {
      show(buffer.slice(from, at));
      from = at;
    };
    const enter = (next: typeof mode, at: number): string => {
      upTo(at);
      mode = next;
      return buffer.slice(at);
    };
    const wait = (at: number): string => {
      upTo(at);
      pending = buffer.slice(at);
      return "";
    };
    for (let at = 0; at < buffer.length;) {
      upTo(at);
      if (line.atStart && !line.inFence) {
        const start = at + (/^[ \t]*/.exec(buffer.slice(at, at + 200))?.[0].length ?? 0);
        if (start >= buffer.length) break;
        // A code block cannot be the whole message: that is a call that was indented.
        const code = began && line.inIndented(buffer.slice(at, start));
        const opening = code ? undefined : openingAt(buffer, start, true, !began);
        if (opening === "partial") return wait(start);
        if (opening?.kind === "think") {
          upTo(start);
          thoughts = createThoughts(opening.close, began);
          mode = "think";
          return buffer.slice(start + opening.length);
        }
        if (
          opening !== undefined &&
          (opening.kind === "channel" || plausible(buffer.slice(start, start + 300), declared))
        )
          return enter(opening.kind === "channel" ? "channel" : "hold", start);
        START_AT.lastIndex = start;
        const opener = began ? null : START_AT.exec(buffer);
        if (opener !== null) {
          from = start + opener[0].length;
          at = from;
          continue;
        }
      }
      const char = buffer.charAt(at);
      if ((char === "<" || char === "[") && !line.inFence && !line.inCode()) {
        const next = angle(buffer, at);
        if (next === "wait") return wait(at);
        if (next === "tail" || next === "hold") return enter(next, at);
        if (next === "orphan") {
          out.push({ type: "recast" });
          began = false;
          ORPHAN.lastIndex = at;
          ORPHAN.exec(buffer);
          from = ORPHAN.lastIndex;
          at = from;
          continue;
        }
      }
      SPECIAL_FROM.lastIndex = at + 1;
      at = SPECIAL_FROM.exec(buffer)?.index ?? buffer.length;
    }
    upTo(buffer.length);
    return "";
  };

  /** What an angle or square bracket in the flow of the text begins. */
  const angle = (buffer: string, at: number): "wait" | "tail" | "hold" | "orphan" | undefined => {
    if (buffer.startsWith("<s>", at)) openStrike = true;
    END_AT.lastIndex = at;
    const token = END_AT.exec(buffer)?.[0];
    if (token === "</s>" && openStrike) openStrike = false;
    else if (token !== undefined) return "tail";
    const opening =
      line.atStart || /\s/.test(line.lastChar) ? undefined : openingAt(buffer, at, false, false);
    if (opening === "partial") return "wait";
    if (opening !== undefined) return plausible(buffer.slice(at, at + 300), declared) ? "hold" : undefined;
    ORPHAN.lastIndex = at;
    const orphan = ORPHAN.exec(buffer);
    if (orphan !== null && began) {
      const next = buffer.charAt(ORPHAN.lastIndex);
      if (next === "") return "wait";
      if (next === "\n" || line.atStart) return "orphan";
    }
    const rest = buffer.slice(at, at + 40);
    return rest.length < 40 && (growsToToken(rest) || "</thinking>".startsWith(rest)) ? "wait" : undefined;
  };

  const think = (text: string): string => {
    const { thought, answer } = thoughts!.push(text);
    if (thought !== "") out.push({ type: "thought", text: thought });
    if (answer === undefined) return "";
    thoughts = undefined;
    mode = "flow";
    return began ? answer : answer.replace(/^\s+/, "");
  };

  /** Behind an end token: only blanks and further tokens are dropped; a text that goes on shows that it was a mention. */
  const tail = (text: string): string => {
    const all = pending + text;
    pending = "";
    TAIL.lastIndex = 0;
    const length = TAIL.exec(all)?.[0].length ?? 0;
    if (length === all.length || (all.length - length < 40 && growsToToken(all.slice(length)))) {
      pending = all;
      return "";
    }
    mode = "flow";
    START_AT.lastIndex = length;
    const start = START_AT.exec(all);
    const tokens = all.slice(0, length);
    if (start !== null || tokens.includes("\n")) {
      show(tokens.replace(new RegExp(END_TOKEN.source, "g"), ""));
      return all.slice(length + (start?.[0].length ?? 0));
    }
    show(tokens);
    return all.slice(length);
  };

  const hold = (text: string): string => {
    const { derailed, until } = held.push(text);
    if (derailed !== undefined) out.push({ type: "derailed", text: derailed });
    return until === undefined || mode === "channel" ? "" : release(until);
  };

  /** Gives up on what is held: shows it as far as `until` and hands back the rest. */
  const release = (until: number): string => {
    const all = held.take();
    mode = "flow";
    const at = Math.max(1, Math.min(until, all.length));
    show(all.slice(0, at));
    return all.slice(at);
  };

  const finish = (event: Extract<ModelEvent, { type: "done" }>): void => {
    for (let times = 0; times < MAX_STORIES; times += 1) {
      const parsed = mode === "hold" ? parseMarkup(held.text, declared) : undefined;
      if (parsed?.kind !== "text" || parsed.at >= held.text.length) break;
      run(release(parsed.at));
    }
    if (mode === "think") {
      const left = thoughts!.end();
      if (left.thought !== "") out.push({ type: "thought", text: left.thought });
      show(left.text);
    } else if (mode === "flow") show(pending);
    const ended = finishHeld({
      held: held.text,
      channel: mode === "channel",
      inThoughts: began ? "" : inThoughts,
      sent,
      declared,
      event,
    });
    for (const one of ended) {
      if (one.type === "text") show(one.text);
      else out.push(one);
    }
  };

  return {
    push(event) {
      if (event.type === "text") {
        if (mode === "flow" && pending === "" && !line.atStart && !SPECIAL.test(event.text)) {
          line.feed(event.text);
          return [event];
        }
        out = [];
        const before = mode === "tail" ? "" : pending;
        if (mode !== "tail") pending = "";
        run(before + event.text);
        return out;
      }
      if (event.type === "done") {
        out = [];
        finish(event);
        return out;
      }
      if (event.type === "call.end") sent.push({ name: event.name, arguments: event.arguments });
      // Only native tokens count in thoughts: nothing else is never written there by chance.
      if (event.type === "thought" && (inThoughts !== "" || /[<｜]/.test(event.text)))
        inThoughts += event.text;
      if (event.type === "error" && mode === "flow" && pending !== "") {
        const text = pending;
        pending = "";
        return [{ type: "text", text }, event];
      }
      return [event];
    },
  };
}
