import { constants } from "node:os";
import { inForeground } from "../../interactive/process-place.js";
import { divert } from "../../leave.js";
import type { Out } from "../../output/write.js";
import type { Theme } from "../types.js";
import { PacedScreen } from "./paced-screen.js";
import { createStrayText } from "./stray-text.js";
import { WindowTerminal } from "./window-terminal.js";

export interface TerminalHandlers {
  /** Somebody else wrote to stdout or stderr: a plugin, a library. */
  stray(text: string): void;
  /** SIGTERM or SIGHUP came, or the terminal is gone; `code` is the exit code for it. */
  closed(code: number): void;
  /** The window cannot be drawn any more. */
  broken(error: unknown): void;
  /** Copies what was selected with the mouse; a text says why it could not be. */
  copy(text: string): Promise<true | string>;
}

export interface TakenTerminal {
  readonly tui: PacedScreen;
  /** True while one read of the keyboard brought several characters. */
  readonly burst: boolean;
  /** Begins to draw and to read keys. */
  start(): void;
  /** Hands the terminal back to the shell and stops mm until `fg`. */
  suspend(): void;
  /** Rings, or sends another sequence that draws nothing. */
  send(bytes: string): void;
  /** Gives the terminal to another program and takes it back; `gone` aborts when mm ends meanwhile. */
  outside<T>(task: (gone: AbortSignal) => Promise<T>): Promise<T>;
  /** Restores the terminal and writes these rows into its scrollback; may be called twice. */
  close(tail?: (width: number, rows: number) => readonly string[]): void;
}

/** How long mm runs in the background before it stops again, in milliseconds: it may have been continued to end. */
const BACKGROUND_MS = 100;

/** A match must be seen without colours, too. */
function marked(painted: string, text: string, on: string, off: string): string {
  return painted === text ? `\x1b[${on}m${text}\x1b[${off}m` : painted;
}

/**
 * Takes the process's terminal over. However mm ends (exit, signal, crash), the terminal is itself again: the alternate
 * screen left, the mouse let go, the modes off.
 */
export function takeTerminal(handlers: TerminalHandlers, theme: Theme, out: Out): TakenTerminal {
  const { stdin, stdout, stderr } = process;
  let open = false;
  let shown = false;
  /** Another program has the terminal. */
  let away = false;
  const gone = new AbortController();
  const stray = createStrayText(handlers.stray);
  const onEnd = (): void => handlers.closed(128 + constants.signals.SIGHUP);
  const terminal = new WindowTerminal({
    stdin,
    stdout,
    env: process.env,
    write: (bytes) => out.stdout(bytes),
    gone: onEnd,
  });
  const tui = new PacedScreen(terminal, true, undefined, {
    searchMatchStyle: (text) => marked(theme.match(text), text, "4", "24"),
    searchCurrentMatchStyle: (text) => marked(theme.currentMatch(text), text, "7", "27"),
    // The library writes keys otherwise than the window does.
    searchNavigationButtonStyle: (text, hovered) =>
      (hovered ? theme.accent : theme.dim)(text.replaceAll("+", "-")),
    scrollToEndIndicator: () => theme.selected(" ↓ to the end "),
    copySelection: (text) => handlers.copy(text),
  });
  tui.onBroken = (error) => handlers.broken(error);
  const show = (): void => {
    if (shown) return;
    shown = true;
    tui.start();
  };
  const hide = (): void => {
    if (!shown) return;
    shown = false;
    tui.rest();
    tui.stop({ preserveScreen: true });
  };
  let held: NodeJS.Timeout | undefined;
  const onStop = (): void => {
    hide();
    // While the keyboard is not read, nothing else may keep the process alive until it goes on.
    held ??= setInterval(() => {}, 60_000);
    // Our handler took the place of the default action, which is to stop.
    process.kill(process.pid, "SIGSTOP");
  };
  const onContinue = (): void => void setImmediate(goOn);
  const goOn = (waited = false): void => {
    if (!open || away) return;
    if (!inForeground()) {
      // A signal that ends mm and came while it was stopped may be told after this one.
      if (waited) process.kill(process.pid, "SIGSTOP");
      else setTimeout(goOn, BACKGROUND_MS, true);
      return;
    }
    clearInterval(held);
    held = undefined;
    // After a SIGSTOP from outside the terminal is not ours as we left it: everything is set anew.
    hide();
    show();
    tui.requestRender(true);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // A Ctrl-C in an editor that mm started reaches the whole group.
    if (away && signal === "SIGINT") return;
    handlers.closed(128 + constants.signals[signal]);
  };
  const onExit = (): void => close();
  const writers = [stdout.write, stderr.write] as const;

  const start = (): void => {
    open = true;
    process
      .on("SIGTSTP", onStop)
      .on("SIGCONT", onContinue)
      .on("SIGTERM", onSignal)
      .on("SIGHUP", onSignal)
      .on("SIGINT", onSignal);
    // Before whoever tells why the process ends: the terminal must be itself again by then.
    process.prependListener("exit", onExit);
    out.onClosed(onEnd);
    stdout.write = stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      stray.add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      const done = rest.find((entry) => typeof entry === "function") as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return true;
    };
    divert((text) => stray.add(`${text}\n`));
    show();
  };
  const close = (tail?: (width: number, rows: number) => readonly string[]): void => {
    if (!open) return;
    open = false;
    gone.abort();
    stray.flush();
    clearInterval(held);
    // SIGTERM and SIGHUP stay ours: a second one must not end mm while it stops what runs.
    process.off("SIGTSTP", onStop).off("SIGCONT", onContinue).off("exit", onExit);
    divert(undefined);
    hide();
    [stdout.write, stderr.write] = writers;
    let rows: readonly string[] = [];
    try {
      rows = tail?.(terminal.columns, terminal.rows) ?? [];
    } catch {
      // Whatever is wrong with the conversation, mm ends.
    }
    if (rows.length > 0) out.stdout(`${rows.join("\r\n")}\x1b[0m\r\n`);
  };

  return {
    tui,
    get burst() {
      return terminal.burst;
    },
    start,
    // The whole group stops, as with the terminal's own Ctrl-Z: a wrapper that started mm must give the shell back too.
    suspend: () => void process.kill(0, "SIGTSTP"),
    send: (bytes) => out.stdout(bytes),
    async outside(task) {
      hide();
      away = true;
      process.off("SIGTSTP", onStop).off("SIGCONT", onContinue);
      try {
        return await task(gone.signal);
      } finally {
        away = false;
        if (open) {
          process.on("SIGTSTP", onStop).on("SIGCONT", onContinue);
          show();
          tui.requestRender(true);
        }
      }
    },
    close,
  };
}
