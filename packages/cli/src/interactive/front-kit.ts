import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openScreen, tempFolder, type ScreenOptions, type TestScreen } from "@mm-agent/testkit";
import { onTestFinished } from "vitest";

export interface FrontTest {
  readonly screen: TestScreen;
  readonly cwd: string;
  /** The path of a file in the working folder. */
  readonly path: (name: string) => string;
  /** Types a line and Enter. */
  readonly send: (text: string) => void;
}

export interface FrontOptions extends ScreenOptions {
  /** Beside those that name the scripted model; default `--yolo`. */
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** Starts the built mm with a scripted model on a terminal of its own. */
export async function startFront(turns: readonly unknown[], options: FrontOptions = {}): Promise<FrontTest> {
  const cwd = options.cwd ?? tempFolder("mm-front-");
  const files = { "model.json": JSON.stringify({ turns }), ...options.files };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const { args = ["--yolo"] } = options;
  const screen = await openScreen(["mm", "--provider", "scripted", "--model", "model.json", ...args], {
    ...options,
    cwd,
  });
  onTestFinished(() => screen.close());
  return { screen, cwd, path: (name) => join(cwd, name), send: (text) => screen.type(`${text}\r`) };
}

/** Control characters that keys send. */
export const KEY = {
  enter: "\r",
  escape: "\x1b",
  altEnter: "\x1b\r",
  shiftTab: "\x1b[Z",
  up: "\x1b[A",
  down: "\x1b[B",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  ctrl: (letter: string): string => String.fromCharCode((letter.codePointAt(0) ?? 64) & 31),
  paste: (text: string): string => `\x1b[200~${text}\x1b[201~`,
} as const;
