import { constants } from "node:os";
import { inForeground } from "../../interactive/process-place.js";
import { divert } from "../../leave.js";
import type { Out } from "../../output/write.js";
import { KeyDecoder } from "../keys/key-decoder.js";
import type { InputEvent } from "../keys/types.js";
import { createModes } from "./modes.js";
import { Screen } from "./screen.js";

/** How long mm runs in the background before it stops again, in milliseconds: it may have been continued to end. */
const BACKGROUND_MS = 100;

export interface TerminalHandlers {
  input(event: InputEvent): void;
  /** The terminal has another size, or mm is in the foreground again: everything live is to be drawn anew. */
  redraw(): void;
  /** Somebody else wrote to stdout or stderr: a plugin, a library. */
  stray(text: string): void;
  /** SIGTERM or SIGHUP came, or the terminal is gone; `code` is the exit code for it. */
  closed(code: number): void;
}

export interface Terminal {
  readonly screen: Screen;
  /** Hands the terminal back to the shell and stops mm until `fg`. */
  suspend(): void;
  /** Rings, or sends another sequence that draws nothing. */
  send(bytes: string): void;
  /** Restores the terminal; may be called twice. */
  close(): void;
}

/**
 * Takes the process's terminal over: raw keys, the live screen, resize, suspend and resume. However mm ends (exit,
 * signal, crash), the modes are switched off in the mirror order of switching on.
 */
export function openTerminal(handlers: TerminalHandlers, out: Out): Terminal {
  const { stdin, stdout, stderr } = process;
  let open = true;
  const write = (bytes: string): void => out.stdout(bytes);
  const modes = createModes({ input: stdin, write });
  const screen = new Screen({
    write,
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
  });
  const decoder = new KeyDecoder((event) => {
    if (event.type === "cursor") screen.reported(event.column);
    else handlers.input(event);
  });

  let first = true;
  const onData = (chunk: Buffer): void => {
    // What was typed before we took the terminal over went through its line editing, which turns CR into LF. A key
    // that is pressed later comes alone.
    const early = first && chunk.length > 1;
    first = false;
    decoder.feed(early ? chunk.toString("utf8").replaceAll("\n", "\r") : chunk);
  };
  const onResize = (): void => {
    screen.resized();
    handlers.redraw();
  };
  const release = (): void => {
    screen.suspend();
    modes.leave();
  };
  const onContinue = (): void => void setImmediate(acquire);
  const acquire = (waited = false): void => {
    if (!open) return;
    if (!inForeground()) {
      // A signal that ends mm and came while it was stopped may be told after this one.
      if (waited) process.kill(process.pid, "SIGSTOP");
      else setTimeout(acquire, BACKGROUND_MS, true);
      return;
    }
    // After a SIGSTOP the shell has set its own modes, and Node still believes in ours.
    modes.leave();
    modes.enter();
    screen.resume();
    handlers.redraw();
  };
  const onStop = (): void => {
    release();
    // Our handler took the place of the default action, which is to stop.
    process.kill(process.pid, "SIGSTOP");
  };
  const onSignal = (signal: NodeJS.Signals): void => handlers.closed(128 + constants.signals[signal]);
  const onEnd = (): void => handlers.closed(128 + constants.signals.SIGHUP);
  const onExit = (): void => close();

  const close = (): void => {
    if (!open) return;
    open = false;
    decoder.dispose();
    stdin.off("data", onData).off("end", onEnd).off("error", onEnd);
    stdin.pause();
    stdout.off("resize", onResize);
    // SIGTERM and SIGHUP stay ours: a second one must not end mm while it stops what runs.
    process.off("SIGTSTP", onStop).off("SIGCONT", onContinue);
    process.off("exit", onExit);
    divert(undefined);
    [stdout.write, stderr.write] = writers;
    release();
  };

  process.on("SIGTSTP", onStop).on("SIGCONT", onContinue).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  // Before whoever tells why the process ends: the terminal must be itself again by then.
  process.prependListener("exit", onExit);
  out.onClosed(onEnd);
  stdout.on("resize", onResize);
  stdin.on("data", onData).on("end", onEnd).on("error", onEnd);
  const writers = [stdout.write, stderr.write] as const;
  stdout.write = stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    handlers.stray(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const done = rest.find((entry) => typeof entry === "function") as (() => void) | undefined;
    if (done) queueMicrotask(done);
    return true;
  };
  divert(handlers.stray);
  modes.enter();
  stdin.resume();

  return {
    screen,
    // The whole group stops, as with the terminal's own Ctrl-Z: a wrapper that started mm must give the shell back too.
    suspend: () => void process.kill(0, "SIGTSTP"),
    send: write,
    close,
  };
}
