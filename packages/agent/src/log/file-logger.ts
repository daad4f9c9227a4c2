import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger, Redactor } from "@mm-agent/core";

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/** Beyond this a log file is set aside as `<file>.1`, in bytes. */
const LARGEST = 5 * 1024 * 1024;

/**
 * A logger of one JSON object per line, redacted, 0600. Nothing is touched before the first line; a log that cannot be
 * written is given up in silence, since it must never stop the work. `off` writes nothing.
 */
export function createFileLogger(file: string, level: string | undefined, redactor: Redactor): Logger {
  const lowest = level === "off" ? LEVELS.length : Math.max(0, LEVELS.indexOf((level ?? "warn") as Level));
  let usable = true;
  const write = (at: Level, message: string, data?: unknown): void => {
    if (!usable || LEVELS.indexOf(at) < lowest) return;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const line = JSON.stringify(
        redactor.value({
          at: new Date().toISOString(),
          level: at,
          pid: process.pid,
          message,
          ...(data === undefined ? {} : { data }),
        }),
      );
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      if (statSync(file).size > LARGEST) renameSync(file, `${file}.1`);
    } catch {
      usable = false;
    }
  };
  return {
    debug: (message, data) => write("debug", message, data),
    info: (message, data) => write("info", message, data),
    warn: (message, data) => write("warn", message, data),
    error: (message, data) => write("error", message, data),
  };
}
