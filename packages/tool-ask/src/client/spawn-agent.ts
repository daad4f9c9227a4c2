import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { AgentFailure, type AgentCommand } from "./types.js";

/** Characters of stderr that are kept for the text of a failure. */
const STDERR_KEPT = 4000;

/** A started program and what can be said of its end. */
export interface Spawned {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves to the reason, for people, when the program has ended. */
  readonly ended: Promise<string>;
  /** The end of what it wrote to stderr. */
  stderr(): string;
  /** Sends a signal to the program, and to its group when it has its own. */
  kill(signal: NodeJS.Signals): void;
}

/** Programs that are running. A process that leaves in a hurry takes them along. */
const running = new Set<Spawned>();
let watching = false;

/** Starts a program. @throws AgentFailure when it cannot be started. */
export async function spawnAgent(spec: AgentCommand): Promise<Spawned> {
  const ownGroup = spec.ownGroup ?? true;
  const child = spawn(spec.command, [...spec.args], {
    cwd: spec.cwd,
    env: { ...spec.env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: ownGroup,
    windowsHide: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      const folder = existsSync(spec.cwd) ? undefined : `there is no folder ${spec.cwd}`;
      const missing = error.code === "ENOENT" ? (folder ?? `there is no program ${spec.command}`) : undefined;
      reject(new AgentFailure(missing ?? error.message));
    });
  });
  let tail = "";
  child.stderr.on("data", (chunk: Buffer) => {
    tail = (tail + chunk.toString("utf8")).slice(-STDERR_KEPT);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  child.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      running.delete(spawned);
      // What it said last may still be on the way; a program of its own may hold the streams open.
      void Promise.race([whenRead(child), soon()]).then(() => resolve(describeEnd(code, signal, tail)));
    });
  });
  const spawned: Spawned = {
    child,
    ended,
    stderr: () => tail,
    kill(signal) {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has ended.
      }
    },
  };
  running.add(spawned);
  watchExit();
  return spawned;
}

/** Milliseconds for the rest of the output of a program that has ended. */
const REST_MS = 200;

function soon(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

function whenRead({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<unknown> {
  return Promise.all(
    [stdout, stderr].map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.readableEnded) resolve();
          else stream.once("close", resolve);
        }),
    ),
  );
}

function watchExit(): void {
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const one of running) one.kill("SIGTERM");
  });
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how =
    signal === null ? `its process ended with exit code ${code ?? 0}` : `its process was ended by ${signal}`;
  const lines = stderr
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-3)
    .map((line) => line.trim().slice(0, 300));
  return lines.length === 0 ? how : `${how}: ${lines.join(" / ")}`;
}
