import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Terminal as XtermTerminal } from "@xterm/headless";
import { cleanEnv, MM_BIN, tempFolder } from "./run-mm.js";

export interface ScreenOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** Added to a clean environment with a home of its own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
}

/** A program on a terminal of its own, as a person would see it. */
export interface TestScreen {
  readonly pid: number;
  /** Everything the program wrote. */
  raw(): string;
  /** The rows on the screen, without blanks at their ends. */
  lines(): string[];
  /** Scrollback and screen; rows that the terminal broke are joined again. */
  all(): string[];
  cursor(): { readonly row: number; readonly column: number };
  /** The looks of a cell: its character, width and colours. */
  cell(
    row: number,
    column: number,
  ): {
    readonly chars: string;
    readonly width: number;
    readonly coloured: boolean;
    readonly bold: boolean;
    readonly dim: boolean;
  };
  /** Waits until the screen or scrollback shows the text; fails with the screen after `ms` (default 15,000). */
  waitFor(text: string | RegExp, ms?: number): Promise<void>;
  /** Waits until a condition holds. */
  until(condition: () => boolean, what: string, ms?: number): Promise<void>;
  type(keys: string): void;
  resize(cols: number, rows: number): Promise<void>;
  kill(signal: string): void;
  /** The exit code, once the program has ended. */
  exited: Promise<number>;
  close(): Promise<void>;
}

/** Runs a command on a pseudo terminal whose screen can be read. `["mm", …]` runs the built mm. */
export async function openScreen(
  command: readonly string[],
  options: ScreenOptions = {},
): Promise<TestScreen> {
  const [{ spawn }, xterm] = await Promise.all([import("@lydell/node-pty"), import("@xterm/headless")]);
  const { cols = 80, rows = 24 } = options;
  const home = options.home ?? tempFolder("mm-home-");
  const [name = "", ...args] = command;
  if (name === "mm" && !existsSync(MM_BIN)) throw new Error("mm is not built: run `npm run build` first");
  const [file, argv] = name === "mm" ? [process.execPath, [MM_BIN, ...args]] : [name, args];
  const pty = spawn(file, argv, {
    name: options.env?.["TERM"] ?? "xterm-256color",
    cols,
    rows,
    cwd: options.cwd ?? home,
    env: cleanEnv(home, options.env),
  });
  const terminal: XtermTerminal = new xterm.default.Terminal({
    cols,
    rows,
    scrollback: 50_000,
    allowProposedApi: true,
  });
  let raw = "";
  let pending = 0;
  pty.onData((data) => {
    raw += data;
    pending += 1;
    terminal.write(data, () => void (pending -= 1));
  });
  // Answers of the terminal: cursor position reports.
  terminal.onData((data) => pty.write(data));
  let ended = false;
  const exited = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode }) => {
      ended = true;
      resolve(exitCode);
    }),
  );
  const line = (at: number): { text: string; wrapped: boolean } => {
    const found = terminal.buffer.active.getLine(at);
    return { text: found?.translateToString(true) ?? "", wrapped: found?.isWrapped ?? false };
  };
  const screen: TestScreen = {
    pid: pty.pid,
    raw: () => raw,
    lines() {
      const { baseY } = terminal.buffer.active;
      const shown = Array.from({ length: terminal.rows }, (_, at) => line(baseY + at).text);
      while (shown.at(-1) === "") shown.pop();
      return shown;
    },
    all() {
      const joined: string[] = [];
      for (let at = 0; at < terminal.buffer.active.length; at += 1) {
        const { text, wrapped } = line(at);
        if (wrapped && joined.length > 0) joined[joined.length - 1] += text;
        else joined.push(text);
      }
      while (joined.at(-1) === "") joined.pop();
      return joined;
    },
    cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
    cell(row, column) {
      const cell = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)?.getCell(column);
      return {
        chars: cell?.getChars() ?? "",
        width: cell?.getWidth() ?? 0,
        coloured: cell !== undefined && !cell.isFgDefault(),
        bold: cell !== undefined && cell.isBold() !== 0,
        dim: cell !== undefined && cell.isDim() !== 0,
      };
    },
    async until(condition, what, ms = 15_000) {
      const end = performance.now() + ms;
      while (!condition()) {
        if (performance.now() > end)
          throw new Error(
            `${what} did not come${ended ? "; the program has ended" : ""}\n${screen.all().slice(-60).join("\n")}`,
          );
        await sleep(10);
      }
    },
    waitFor: (text, ms) =>
      screen.until(
        () => {
          const all = screen.all().join("\n");
          return typeof text === "string" ? all.includes(text) : text.test(all);
        },
        `the text ${String(text)}`,
        ms,
      ),
    type: (keys) => pty.write(keys),
    async resize(columns, height) {
      await screen.until(() => pending === 0, "the end of the output");
      terminal.resize(columns, height);
      pty.resize(columns, height);
    },
    kill: (signal) => pty.kill(signal),
    exited,
    async close() {
      if (!ended) {
        try {
          process.kill(-pty.pid, "SIGKILL");
        } catch {
          pty.kill("SIGKILL");
        }
        await exited;
      }
      terminal.dispose();
    },
  };
  return screen;
}
