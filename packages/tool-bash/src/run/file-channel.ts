import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from "node:fs";
import { tempDir } from "./temp-dir.js";
import { join } from "node:path";
import type { Channel, OnData } from "./channel.js";
import { sessionMembers } from "./process-table.js";

const POLL_MS = 50;
const WATCH_MS = 1000;
const READ_BYTES = 64 * 1024;

/** The file is emptied when it grows beyond this: 16 MiB. */
const FILE_LIMIT = 16 * 1024 * 1024;

/** Reads once more before emptying, so that the moment in which bytes can be lost is short. */
const CATCH_UP_PASSES = 32;

/**
 * The way without FIFOs: a nameless file opened for appending, read while it grows and emptied when it is large.
 * Weaker than a FIFO in one point: a command that opens `/dev/stderr` with `>` empties it.
 *
 * @param onLost Called when bytes may have gone by between a read and emptying the file.
 * @throws When no temporary file can be made.
 */
export function openFileChannel(onData: OnData, onLost: () => void): Channel {
  const fd = openNameless();
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let position = 0;

  /** Reads up to the present end; says whether there was anything new. */
  const readNew = (): boolean => {
    const size = fstatSync(fd).size;
    if (size < position) position = 0;
    const from = position;
    while (position < size) {
      const length = readSync(fd, buffer, 0, Math.min(READ_BYTES, size - position), position);
      if (length === 0) break;
      position += length;
      onData(buffer.subarray(0, length));
    }
    return position > from;
  };
  const poll = (): void => {
    readNew();
    if (position <= FILE_LIMIT) return;
    for (let pass = 0; pass < CATCH_UP_PASSES && readNew(); pass++);
    ftruncateSync(fd, 0);
    position = 0;
    onLost();
  };
  const timer = setInterval(poll, POLL_MS);

  return {
    writeFd: fd,
    started: () => undefined,
    drain: (session) => {
      poll();
      return sessionMembers(session).length > 0;
    },
    release: (keep, session) => {
      clearInterval(timer);
      if (keep) boundUntilDone(fd, session);
      else closeSync(fd);
    },
  };
}

function openNameless(): number {
  const folder = mkdtempSync(join(tempDir(), "mm-bash-"));
  try {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;
    return openSync(join(folder, "output"), flags, 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A job goes on writing into a file nobody reads: keeps it small for as long as this process lives. */
function boundUntilDone(fd: number, session: number): void {
  const timer = setInterval(() => {
    if (sessionMembers(session).length === 0) {
      clearInterval(timer);
      closeSync(fd);
    } else if (fstatSync(fd).size > FILE_LIMIT) ftruncateSync(fd, 0);
  }, WATCH_MS);
  timer.unref();
}
