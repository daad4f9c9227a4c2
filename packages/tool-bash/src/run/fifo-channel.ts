import { closeSync, readSync } from "node:fs";
import { Socket, type OnReadOpts, type SocketConstructorOpts } from "node:net";
import type { Channel, OnData } from "./channel.js";
import type { Fifo } from "./fifo.js";
import { startKeeper } from "./keeper.js";

const READ_BYTES = 64 * 1024;

/** The most a Linux pipe can hold without privileges: what the shell wrote before it exited is within it. */
const PIPE_LIMIT = 1024 * 1024;

/** Reads a FIFO through one reused buffer; `shell` stands in where no `cat` is found to keep it. */
export function openFifoChannel(fifo: Fifo, shell: string, onData: OnData): Channel {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let writeOpen = true;
  const closeWrite = (): void => {
    if (writeOpen) closeSync(fifo.writeFd);
    writeOpen = false;
  };
  const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = {
    fd: fifo.readFd,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (length) => {
        onData(buffer.subarray(0, length));
        return true;
      },
    },
  };
  const socket = new Socket(options);
  let ended = false;
  socket.once("end", () => {
    ended = true;
  });
  socket.once("error", () => {
    ended = true;
  });
  socket.resume();

  return {
    writeFd: fifo.writeFd,
    started: closeWrite,
    drain: () => {
      if (ended || socket.destroyed) return false;
      socket.pause();
      for (let read = 0; read < PIPE_LIMIT;) {
        const length = readNow(fifo.readFd, buffer);
        if (typeof length !== "number") return length === "empty";
        onData(buffer.subarray(0, length));
        read += length;
      }
      return true;
    },
    release: (keep) => {
      closeWrite();
      if (keep && !socket.destroyed) startKeeper(fifo.readFd, shell, () => socket.destroy());
      else socket.destroy();
    },
  };
}

/** Bytes read; `empty` when a writer is left but has nothing, `end` when none is left. */
function readNow(fd: number, buffer: Buffer): number | "empty" | "end" {
  for (;;) {
    try {
      const length = readSync(fd, buffer);
      return length === 0 ? "end" : length;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EINTR") return code === "EAGAIN" ? "empty" : "end";
    }
  }
}
