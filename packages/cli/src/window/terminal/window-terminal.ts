/* oxlint-disable no-control-regex */
import { setKittyProtocolActive, StdinBuffer, type Terminal } from "@earendil-works/pi-tui";
import { InputReader } from "./input-reader.js";

/** Flags 1 and 4 of the Kitty keyboard protocol: keys told apart, and where they sit on a Latin keyboard. */
const ASK_KEYS = "\x1b[>5u\x1b[?u\x1b[c";
const KITTY_OFF = "\x1b[<u";
/** What xterm and tmux know instead. */
const OTHER_KEYS_ON = "\x1b[>4;2m";
const OTHER_KEYS_OFF = "\x1b[>4;0m";
const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";
/** How long the rest of a sequence may take: over a network, keys come in pieces. Milliseconds. */
const ESCAPE_MS = { here: 25, ssh: 120 } as const;

export interface WindowTerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  write(bytes: string): void;
  /** The terminal has gone. */
  gone(): void;
}

/**
 * The process's terminal as the library wants it. Everything it writes goes through `write`, so that what others write
 * to stdout can be told from it; modes are switched off in the mirror order of switching on.
 */
export class WindowTerminal implements Terminal {
  /** True while one read brought several characters: what was typed ahead or pasted, not a key under a finger. */
  burst = false;
  kittyProtocolActive = false;
  private readonly options: WindowTerminalOptions;
  private buffer: StdinBuffer | undefined;
  private reader: InputReader | undefined;
  private otherKeys = false;
  private first = true;
  private awaiting = 0;
  private onInput: ((data: string) => void) | undefined;
  private onResize: (() => void) | undefined;

  constructor(options: WindowTerminalOptions) {
    this.options = options;
  }

  get columns(): number {
    return this.options.stdout.columns || 80;
  }

  get rows(): number {
    return this.options.stdout.rows || 24;
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    const { stdin, stdout, env } = this.options;
    this.onInput = onInput;
    this.onResize = onResize;
    const slow = env["SSH_CONNECTION"] !== undefined || env["SSH_TTY"] !== undefined;
    // The reader has waited for what belongs to an escape already.
    const buffer = new StdinBuffer({ escapeTimeout: 1 });
    buffer.on("data", (sequence) => this.take(sequence));
    this.buffer = buffer;
    this.reader = new InputReader({
      escapeMs: slow ? ESCAPE_MS.ssh : ESCAPE_MS.here,
      keys: (text) => buffer.process(text),
      paste: (text) => this.onInput?.(`\x1b[200~${text}\x1b[201~`),
    });
    // After a SIGSTOP the shell has set its own modes, and Node still believes in ours.
    this.raw(false);
    this.raw(true);
    stdin.on("data", this.read).on("end", this.ended).on("error", this.ended);
    stdout.on("resize", this.resized);
    this.awaiting += 1;
    this.write(PASTE_ON + ASK_KEYS);
    stdin.resume();
  }

  stop(): void {
    const { stdin, stdout } = this.options;
    if (!this.onInput) return;
    this.onInput = undefined;
    this.write(`${this.otherKeys ? OTHER_KEYS_OFF : ""}${KITTY_OFF}${PASTE_OFF}`);
    this.otherKeys = false;
    this.kittyProtocolActive = false;
    setKittyProtocolActive(false);
    stdin.off("data", this.read).off("end", this.ended).off("error", this.ended);
    stdout.off("resize", this.resized);
    this.reader?.dispose();
    this.reader = undefined;
    this.buffer?.destroy();
    this.buffer = undefined;
    stdin.pause();
    this.raw(false);
  }

  write(bytes: string): void {
    this.options.write(bytes);
  }

  drainInput(): Promise<void> {
    return Promise.resolve();
  }

  moveBy(lines: number): void {
    if (lines !== 0) this.write(`\x1b[${Math.abs(lines)}${lines > 0 ? "B" : "A"}`);
  }

  hideCursor(): void {
    this.write("\x1b[?25l");
  }

  showCursor(): void {
    this.write("\x1b[?25h");
  }

  clearLine(): void {
    this.write("\x1b[K");
  }

  clearFromCursor(): void {
    this.write("\x1b[J");
  }

  clearScreen(): void {
    this.write("\x1b[2J\x1b[H");
  }

  // mm sets no titles and reports no progress: both outlive a crash.
  setTitle(): void {}
  setProgress(): void {}
  setProgramStatus(): void {}

  /** A terminal that has gone refuses, as an error of the stream that nobody would take: mm must end all the same. */
  private raw(on: boolean): void {
    const { stdin } = this.options;
    const gone = (): void => {};
    stdin.on("error", gone);
    stdin.setRawMode(on);
    stdin.off("error", gone);
  }

  private readonly read = (chunk: Buffer | string): void => {
    // A read may end in the middle of a character: only the reader may decode what is for it.
    const text = chunk.toString();
    // What was typed before we took the terminal over went through its line editing, which turns CR into LF. A key
    // that is pressed later comes alone.
    const early = this.first && text.length > 1;
    this.first = false;
    this.burst = !text.startsWith("\x1b") && Array.from(text.slice(0, 8)).length > 1;
    this.reader?.feed(early ? text.replaceAll("\n", "\r") : chunk);
    this.burst = false;
  };

  private readonly ended = (): void => this.options.gone();

  private readonly resized = (): void => this.onResize?.();

  private take(sequence: string): void {
    // The answers to what we asked, not keys. Who knows the Kitty protocol says so before its attributes.
    const flags = /^\x1b\[\?(\d+)u$/.exec(sequence);
    if (flags) {
      this.kittyProtocolActive = flags[1] !== "0";
      setKittyProtocolActive(this.kittyProtocolActive);
      return;
    }
    if (this.awaiting > 0 && /^\x1b\[\?[\d;]*c$/.test(sequence)) {
      this.awaiting -= 1;
      if (!this.kittyProtocolActive && !this.otherKeys) {
        this.otherKeys = true;
        this.write(OTHER_KEYS_ON);
      }
      return;
    }
    this.onInput?.(sequence);
  }
}
