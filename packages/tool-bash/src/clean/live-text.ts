/* oxlint-disable no-control-regex */
import { cleanText } from "./clean-text.js";
import { skipContinuations } from "./decode.js";

/** At most twenty pieces a second. */
const INTERVAL_MS = 50;

/** The most that one piece shows; of a flood, only the newest bytes. */
const PIECE_BYTES = 8 * 1024;

/** A sequence that is still open after this many characters is not waited for. */
const OPEN_LIMIT = 1024;

const OPEN_END = /(?:\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)?|\r)$/;

/** Turns raw output into cleaned pieces for a screen, a few times a second and at a cost that does not grow with the flood. */
export class LiveText {
  private readonly emit: (text: string) => void;
  private decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  private parts: Buffer[] = [];
  private size = 0;
  private dropped = false;
  private open = "";
  private lineOpen = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(emit: (text: string) => void) {
    this.emit = emit;
  }

  /** Copies what it needs. */
  add(chunk: Uint8Array): void {
    const part = Buffer.from(chunk.subarray(-PIECE_BYTES));
    if (part.length < chunk.length) {
      this.parts = [];
      this.size = 0;
      this.dropped = true;
    }
    this.parts.push(part);
    this.size += part.length;
    while (this.size - (this.parts[0]?.length ?? 0) >= PIECE_BYTES) {
      this.size -= this.parts.shift()?.length ?? 0;
      this.dropped = true;
    }
    this.timer ??= setTimeout(() => this.flush(false), INTERVAL_MS);
  }

  /** Shows what is left. */
  end(): void {
    this.flush(true);
  }

  private flush(last: boolean): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    let bytes: Buffer = Buffer.concat(this.parts);
    if (this.dropped) {
      bytes = skipContinuations(bytes);
      this.decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      this.open = "";
    }
    this.parts = [];
    this.size = 0;
    this.dropped = false;
    this.show(this.open + this.decoder.decode(bytes, { stream: !last }), last);
  }

  private show(text: string, last: boolean): void {
    const found = last ? undefined : OPEN_END.exec(text);
    this.open = found?.[0] ?? "";
    const rest = found ? text.slice(0, found.index) : text;
    if (this.open.length > OPEN_LIMIT) this.open = "";
    const rewrites = this.lineOpen && /^\r+[^\r\n]/.test(rest);
    const clean = cleanText(rest);
    if (clean === "") return;
    this.lineOpen = !clean.endsWith("\n");
    this.emit(rewrites ? `\n${clean}` : clean);
  }
}
