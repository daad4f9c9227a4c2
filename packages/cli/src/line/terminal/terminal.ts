import { writeSync } from "node:fs";
import { KeyDecoder } from "../keys/key-decoder.js";
import type { InputEvent } from "../keys/types.js";
import { createModes } from "./modes.js";
import { Screen } from "./screen.js";

export interface TerminalHandlers {
  input(event: InputEvent): void;
  /** The terminal has another size, or mm is in the foreground again: everything live is to be drawn anew. */
  redraw(): void;
  /** SIGTERM or SIGHUP came, or the terminal is gone. */
  closed(): void;
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
export function openTerminal(handlers: TerminalHandlers): Terminal {
  const { stdin, stdout } = process;
  let open = true;
  const write = (bytes: string): void => void stdout.write(bytes);
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
  const acquire = (): void => {
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
  const onSignal = (): void => handlers.closed();
  const onExit = (): void => close();
  const onCrash = (error: unknown): void => {
    close();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      writeSync(2, `mm: internal error: ${text}\n`);
    } catch {
      // The terminal is gone: there is nobody to tell.
    }
    process.exit(1);
  };

  const close = (): void => {
    if (!open) return;
    open = false;
    decoder.dispose();
    stdin.off("data", onData).off("end", onSignal).off("error", onSignal);
    stdin.pause();
    stdout.off("resize", onResize);
    process.off("SIGTSTP", onStop).off("SIGCONT", acquire).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
    process.off("exit", onExit).off("uncaughtException", onCrash).off("unhandledRejection", onCrash);
    release();
  };

  process.on("SIGTSTP", onStop).on("SIGCONT", acquire).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  process.on("exit", onExit).on("uncaughtException", onCrash).on("unhandledRejection", onCrash);
  stdout.on("resize", onResize);
  stdin.on("data", onData).on("end", onSignal).on("error", onSignal);
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
