// A program on a pseudo terminal whose screen can be read, for scripts that run without a build of the test kit.
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../install.mjs";

const require = createRequire(`${root}packages/testkit/package.json`);
const { spawn } = require("@lydell/node-pty");
const { Terminal } = require("@xterm/headless");

/** @param {{ args: string[], cwd: string, env: Record<string, string>, cols: number, rows: number }} options */
export function openScreen({ args, cwd, env, cols, rows, node = process.execPath }) {
  const pty = spawn(node, args, { name: "xterm-256color", cols, rows, cwd, env });
  const terminal = new Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
  const state = { raw: "", ended: false, code: undefined, firstByte: undefined };
  const listeners = new Set();
  pty.onData((data) => {
    state.firstByte ??= performance.now();
    state.raw += data;
    terminal.write(data);
    for (const listener of listeners) listener(data);
  });
  terminal.onData((data) => !state.ended && pty.write(data));
  const exited = new Promise((resolve) =>
    pty.onExit(({ exitCode }) => {
      state.ended = true;
      resolve(exitCode);
    }),
  );
  const lines = () =>
    Array.from({ length: terminal.rows }, (_, at) =>
      (
        terminal.buffer.active.getLine(terminal.buffer.active.baseY + at)?.translateToString(true) ?? ""
      ).trimEnd(),
    );
  const until = async (condition, what, ms = 20_000) => {
    const end = performance.now() + ms;
    while (!condition()) {
      if (performance.now() > end || state.ended)
        throw new Error(
          `${what} did not come${state.ended ? "; the program has ended" : ""}\n${lines().join("\n")}`,
        );
      await sleep(10);
    }
  };
  return {
    pid: pty.pid,
    terminal,
    state,
    exited,
    lines,
    until,
    onData: (listener) => listeners.add(listener),
    offData: (listener) => listeners.delete(listener),
    waitFor: (text, ms) =>
      until(
        () => (typeof text === "string" ? lines().join("\n").includes(text) : text.test(lines().join("\n"))),
        String(text),
        ms,
      ),
    /** Waits until nothing has been written for so long, at most `most`: a spinner is never quiet. */
    async quiet(ms = 300, most = 2000) {
      const end = performance.now() + most;
      for (let before = -1; before !== state.raw.length && performance.now() < end; await sleep(ms))
        before = state.raw.length;
    },
    type: (keys) => pty.write(keys),
    async close() {
      if (!state.ended) {
        try {
          process.kill(-pty.pid, "SIGKILL");
        } catch {
          pty.kill("SIGKILL");
        }
      }
      await exited;
      terminal.dispose();
    },
  };
}
