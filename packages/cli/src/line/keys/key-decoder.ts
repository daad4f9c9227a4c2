/* oxlint-disable no-control-regex */
import { isUnmarkedPaste, pastedText } from "../../interactive/pasted-text.js";
import { readControl, readCsi, readSs3 } from "./sequences.js";
import { key, type InputEvent } from "./types.js";

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** An escape that nothing follows within this time is the Escape key, in milliseconds. */
const ESCAPE_MS = 50;
/** A paste whose end never comes is taken as it is after this silence, in milliseconds. */
const PASTE_MS = 3000;
/** A sequence longer than this is none. */
const SEQUENCE_LIMIT = 64;

/**
 * Turns what a terminal sends into keys, text and pastes. Sequences may be cut anywhere between two chunks. A terminal
 * without bracketed paste sends pasted lines like typed ones: a chunk with several line ends inside counts as a paste,
 * so that nothing is ever executed line by line.
 */
export class KeyDecoder {
  private readonly emit: (event: InputEvent) => void;
  private readonly utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  private rest = "";
  private paste: string[] | undefined;
  private tail = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(emit: (event: InputEvent) => void) {
    this.emit = emit;
  }

  feed(chunk: Uint8Array | string): void {
    clearTimeout(this.timer);
    const text = typeof chunk === "string" ? chunk : this.utf8.decode(chunk, { stream: true });
    if (this.paste) this.continuePaste(text);
    else this.read(this.rest + text);
    if (this.paste) this.timer = setTimeout(() => this.endPaste(), PASTE_MS);
    else if (this.rest !== "") this.timer = setTimeout(() => this.settle(), ESCAPE_MS);
  }

  /** Forgets what is half read. */
  dispose(): void {
    clearTimeout(this.timer);
  }

  private read(text: string): void {
    this.rest = "";
    if (isUnmarkedPaste(text)) {
      this.emit({ type: "paste", text: pastedText(text) });
      return;
    }
    let at = 0;
    while (at < text.length) {
      if (text.startsWith(PASTE_START, at)) {
        this.paste = [];
        this.tail = "";
        this.continuePaste(text.slice(at + PASTE_START.length));
        return;
      }
      const code = text.charCodeAt(at);
      if (code === 27) {
        const length = this.readEscape(text, at);
        if (length === 0) {
          this.rest = text.slice(at);
          return;
        }
        at += length;
      } else if (code < 32 || code === 127) {
        const found = readControl(code, false);
        if (found) this.emit(found);
        at += 1;
      } else {
        const end = endOfText(text, at);
        this.emit({ type: "text", text: text.slice(at, end) });
        at = end;
      }
    }
  }

  /** Reads the sequence at `at`; gives its length, or 0 when more must come first. */
  private readEscape(text: string, at: number): number {
    const next = text[at + 1];
    if (next === undefined) return 0;
    if (next === "[") {
      const found = /^\x1b\[([0-?]*)[ -/]*([@-~])/.exec(text.slice(at, at + SEQUENCE_LIMIT));
      if (!found) return text.length - at < SEQUENCE_LIMIT && !/[\0-\x1f]/.test(text.slice(at + 2)) ? 0 : 1;
      const event = readCsi(found[1] ?? "", found[2] ?? "");
      if (event) this.emit(event);
      return found[0].length;
    }
    if (next === "O") {
      const final = text[at + 2];
      if (final === undefined) return 0;
      const event = readSs3(final);
      if (event) this.emit(event);
      return 3;
    }
    if (next === "\x1b") {
      // Escape twice; or Alt with a key that is a sequence itself.
      const third = text[at + 2];
      if (third === undefined) return 0;
      if (third !== "[" && third !== "O") {
        this.emit(key("escape"));
        return 1;
      }
      const inner: InputEvent[] = [];
      const sub = new KeyDecoder((event) => void inner.push(event));
      const length = sub.readEscape(text, at + 1);
      if (length === 0) return 0;
      for (const event of inner) this.emit(event.type === "key" ? { ...event, alt: true } : event);
      return length + 1;
    }
    const code = next.charCodeAt(0);
    if (code < 32 || code === 127) {
      const found = readControl(code, true);
      if (found) this.emit(found);
      return 2;
    }
    const char = String.fromCodePoint(text.codePointAt(at + 1) ?? code);
    this.emit(key("char", { alt: true, char: char.toLowerCase(), shift: char !== char.toLowerCase() }));
    return 1 + char.length;
  }

  private settle(): void {
    const text = this.rest;
    this.rest = "";
    if (text === "") return;
    this.emit(key("escape"));
    if (text === "\x1b\x1b") this.emit(key("escape"));
    else if (text.length > 1) this.read(text.slice(1));
  }

  private continuePaste(text: string): void {
    const joined = this.tail + text;
    const end = joined.indexOf(PASTE_END);
    if (end < 0) {
      // The end mark may be cut: its possible beginning waits for the next chunk.
      const keep = Math.min(PASTE_END.length - 1, joined.length);
      this.paste?.push(joined.slice(0, joined.length - keep));
      this.tail = joined.slice(joined.length - keep);
      return;
    }
    this.tail = joined.slice(0, end);
    this.endPaste();
    this.read(joined.slice(end + PASTE_END.length));
  }

  private endPaste(): void {
    const text = `${(this.paste ?? []).join("")}${this.tail}`;
    this.paste = undefined;
    this.tail = "";
    if (text !== "") this.emit({ type: "paste", text: pastedText(text) });
  }
}

function endOfText(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 127) break;
    at += 1;
  }
  return at;
}
