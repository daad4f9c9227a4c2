import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** On systems without `/proc` the process group stands in for it. */
  readonly session: number;
  /** Tells a process from a later one with the same id; empty where unknown. */
  readonly started: string;
  /** Dead, waiting for its parent to notice. */
  readonly zombie: boolean;
}

const PS_TIMEOUT_MS = 500;

/**
 * Every process that can be seen now. Read synchronously: it runs when a machine may be overloaded and while this
 * process exits.
 */
export function processTable(): ProcessEntry[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

/** Ids of the living processes of a session. */
export function sessionMembers(session: number): number[] {
  return processTable()
    .filter((entry) => entry.session === session && !entry.zombie)
    .map((entry) => entry.pid);
}

function fromProc(): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of namesInProc()) {
    const first = name.charCodeAt(0);
    if (first < 48 || first > 57) continue;
    const entry = readStat(name);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function namesInProc(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Fields as proc(5) numbers them: 3 state, 4 ppid, 5 pgrp, 6 session, 22 starttime; the name in front may hold anything. */
function readStat(pid: string): ProcessEntry | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    started: fields[19] ?? "",
    zombie: fields[0] === "Z" || fields[0] === "X",
  };
}

function fromPs(): ProcessEntry[] {
  let text: string;
  try {
    text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], {
      encoding: "latin1",
      timeout: PS_TIMEOUT_MS,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return [];
  }
  return text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({
      pid: Number(fields[0]),
      parent: Number(fields[1]),
      group: Number(fields[2]),
      session: Number(fields[2]),
      started: "",
      zombie: fields[3]?.startsWith("Z") === true,
    }));
}
