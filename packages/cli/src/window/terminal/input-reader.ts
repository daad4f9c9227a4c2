import { isUnmarkedPaste, pastedText } from "../../interactive/pasted-text.js";

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** How long the rest of a mark that begins a paste may take, in milliseconds. */
const MARK_MS = 50;
/** A paste whose end never comes is taken as it is after this silence, in milliseconds. */
const PASTE_MS = 3000;

export interface InputReaderOptions {
  /** How long an escape waits for what belongs to it, in milliseconds. */
  readonly escapeMs: number;
  keys(text: string): void;
  paste(text: string): void;
}

/** Tells pastes from keys, wherever a read of the terminal cuts either; each character is looked at once. */
export class InputReader {
  private readonly options: InputReaderOptions;
  private readonly utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  private pieces: string[] | undefined;
  /** What may be the beginning of a mark. */
  private held = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(options: InputReaderOptions) {
    this.options = options;
  }

  feed(chunk: Uint8Array | string): void {
    const text = this.held + (typeof chunk === "string" ? chunk : this.utf8.decode(chunk, { stream: true }));
    clearTimeout(this.timer);
    this.held = "";
    if (this.pieces) this.inside(this.pieces, text);
    else this.outside(text);
    if (this.pieces) this.timer = setTimeout(() => this.end(), PASTE_MS);
    else if (this.held !== "")
      this.timer = setTimeout(() => this.settle(), this.held === "\x1b" ? this.options.escapeMs : MARK_MS);
  }

  /** Forgets what is half read. */
  dispose(): void {
    clearTimeout(this.timer);
    this.pieces = undefined;
    this.held = "";
  }

  private outside(text: string): void {
    const at = text.indexOf(PASTE_START);
    if (at >= 0) {
      this.pass(text.slice(0, at));
      this.pieces = [];
      this.inside(this.pieces, text.slice(at + PASTE_START.length));
      return;
    }
    const kept = overlap(text, PASTE_START);
    this.held = text.slice(text.length - kept);
    this.pass(text.slice(0, text.length - kept));
  }

  private inside(pieces: string[], text: string): void {
    const at = text.indexOf(PASTE_END);
    if (at < 0) {
      const kept = overlap(text, PASTE_END);
      pieces.push(text.slice(0, text.length - kept));
      this.held = text.slice(text.length - kept);
      return;
    }
    const behind = text.slice(at + PASTE_END.length);
    // Whoever hides an end mark in a text wants the rest of it to be taken for keys.
    const hidden = behind.length > 1 && !behind.startsWith("\x1b");
    pieces.push(text.slice(0, at), ...(hidden ? [behind] : []));
    this.end();
    if (!hidden) this.outside(behind);
  }

  private end(): void {
    // A mark that was cut for good is no text.
    const text = (this.pieces ?? []).join("");
    this.pieces = undefined;
    this.held = "";
    if (text !== "") this.options.paste(pastedText(text));
  }

  private settle(): void {
    const { held } = this;
    this.held = "";
    this.pass(held);
  }

  private pass(text: string): void {
    if (text === "") return;
    if (isUnmarkedPaste(text)) this.options.paste(pastedText(text));
    else this.options.keys(text);
  }
}

/** How many characters at the end of the text are the beginning of the mark. */
function overlap(text: string, mark: string): number {
  let length = Math.min(mark.length - 1, text.length);
  while (length > 0 && !text.endsWith(mark.slice(0, length))) length -= 1;
  return length;
}
