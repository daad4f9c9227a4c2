import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TuiAltScreen, type Terminal } from "@earendil-works/pi-tui";
import {
  openRuntime,
  type EffectiveConfig,
  type Provider,
  type Runtime,
  type Session,
} from "@mm-agent/agent";
import { scripted } from "@mm-agent/agent/testing";
import { cleanEnv, tempFolder } from "@mm-agent/testkit";
import xterm from "@xterm/headless";
import { createKeymap } from "../keys/create-keymap.js";
import { createTheme } from "../theme/create-theme.js";
import type { WindowHost } from "../types.js";

/** A window without a program around it, on a terminal whose screen can be read. */
export interface DialogTest {
  readonly host: WindowHost;
  readonly runtime: Runtime;
  readonly session: Session;
  readonly home: string;
  readonly cwd: string;
  /** What was said, in order. */
  readonly flashes: string[];
  /** What was put into the editor. */
  readonly inserted: string[];
  /** Times the conversation was drawn anew. */
  redraws: number;
  /** What the program wrote to the terminal. */
  raw(): string;
  lines(): string[];
  screen(): string;
  /** Presses keys, one after the other. */
  type(...keys: readonly string[]): void;
  /** Types a text, character by character. */
  write(text: string): void;
  waitFor(text: string | RegExp): Promise<void>;
  until(condition: () => boolean, what: string): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

export interface DialogOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly keys?: EffectiveConfig["keys"];
  /** `configured`: the one that the config file names. */
  readonly provider?: Provider | "configured";
  readonly colours?: 0 | "truecolor";
  /** The user's config file. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens a runtime with a scripted model and a screen to show dialogs on. */
export async function openDialogs(options: DialogOptions = {}): Promise<DialogTest> {
  const { cols = 80, rows = 24 } = options;
  const home = tempFolder("mm-home-");
  const cwd = tempFolder("mm-cwd-");
  const env = cleanEnv(home, options.env);
  if (options.config !== undefined) {
    mkdirSync(join(home, "config/mm"), { recursive: true });
    writeFileSync(join(home, "config/mm/config.yaml"), options.config);
  }
  const opened = await openRuntime({
    cwd,
    env,
    flags: {},
    builtin: {},
    self: { command: "mm", args: [] },
    version: "0",
  });
  if (!opened.ok) throw new Error(opened.text);
  const { runtime } = opened;
  const answers = Array.from({ length: 9 }, (_, n) => ({ text: `answer ${n + 1}` }));
  const { provider = scripted({ turns: answers }) } = options;
  const started = await runtime.openSession(provider === "configured" ? {} : { provider });
  if (!started.ok) throw new Error(started.text);
  const { session } = started;

  const screen = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  let raw = "";
  let written = 0;
  let input: (data: string) => void = () => {};
  let resized: () => void = () => {};
  const terminal: Terminal = {
    start(onInput, onResize) {
      input = onInput;
      resized = onResize;
    },
    stop: () => {},
    drainInput: () => Promise.resolve(),
    write(data) {
      raw += data;
      written += 1;
      screen.write(data, () => void (written -= 1));
    },
    get columns() {
      return screen.cols;
    },
    get rows() {
      return screen.rows;
    },
    kittyProtocolActive: false,
    moveBy: () => {},
    hideCursor: () => {},
    showCursor: () => {},
    clearLine: () => {},
    clearFromCursor: () => {},
    clearScreen: () => {},
    setTitle: () => {},
    setProgress: () => {},
    setProgramStatus: () => {},
  };
  const tui = new TuiAltScreen(terminal);
  const flashes: string[] = [];
  const inserted: string[] = [];
  const host: WindowHost = {
    tui,
    theme: createTheme({ name: "dark", colours: options.colours ?? 0 }),
    keys: createKeymap({ keys: options.keys ?? {} }),
    runtime,
    session,
    open(dialog) {
      const handle = tui.showOverlay(dialog, {
        width: "90%",
        minWidth: 40,
        maxHeight: "80%",
        anchor: "center",
        margin: { top: 1, bottom: 1 },
      });
      return () => handle.hide();
    },
    flash: (text) => void flashes.push(text),
    redraw() {
      test.redraws += 1;
      return Promise.resolve();
    },
    submit: () => Promise.resolve(),
    insert: (text) => void inserted.push(text),
    outside: (task) => task(new AbortController().signal),
  };
  tui.start();
  const lines = (): string[] => {
    const { active } = screen.buffer;
    return Array.from({ length: screen.rows }, (_, at) =>
      (active.getLine(active.baseY + at)?.translateToString(true) ?? "").trimEnd(),
    );
  };
  const until = async (condition: () => boolean, what: string): Promise<void> => {
    const end = performance.now() + 10_000;
    while (!condition()) {
      if (performance.now() > end) throw new Error(`${what} did not come\n${lines().join("\n")}`);
      await sleep(5);
    }
  };
  const test: DialogTest = {
    host,
    runtime,
    session,
    home,
    cwd,
    flashes,
    inserted,
    redraws: 0,
    raw: () => raw,
    lines,
    screen: () => lines().join("\n"),
    type(...keys) {
      for (const key of keys) input(key);
    },
    write(text) {
      for (const key of Array.from(text)) input(key);
    },
    waitFor: (text) =>
      until(
        () => (typeof text === "string" ? lines().join("\n").includes(text) : text.test(lines().join("\n"))),
        String(text),
      ),
    until,
    async resize(columns, height) {
      await until(() => written === 0, "the end of the output");
      screen.resize(columns, height);
      resized();
      await sleep(30);
    },
    async close() {
      tui.stop();
      await session.dispose();
      await runtime.dispose();
      screen.dispose();
    },
  };
  return test;
}

/** Keys as terminals send them. */
export const KEYS = {
  up: "\x1b[A",
  down: "\x1b[B",
  pageDown: "\x1b[6~",
  enter: "\r",
  esc: "\x1b",
  end: "\x1b[F",
  backspace: "\x7f",
  altD: "\x1bd",
  altF: "\x1bf",
  altR: "\x1br",
} as const;
