/** Writes to stdout or stderr in order and knows when everything has left the process. */
export interface Out {
  /** Results for programs and pipes. */
  stdout(text: string): void;
  /** Everything for the person beside the result. */
  stderr(text: string): void;
  /** Resolves when all that was written has been handed to the system. */
  flush(): Promise<void>;
  /** True once the reader of stdout has gone (`| head -1`). */
  readonly closed: boolean;
  onClosed(listener: () => void): void;
}

/** The process's own streams. `process.exit` would cut what a pipe has not taken yet, so `flush` comes before it. */
export function processOut(): Out {
  let closed = false;
  const listeners: (() => void)[] = [];
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // EIO: the terminal itself is gone.
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
      if (stream !== process.stdout || closed) return;
      closed = true;
      for (const listener of listeners) listener();
    });
  const drain = (stream: NodeJS.WriteStream): Promise<void> =>
    new Promise((resolve) => {
      if (stream.destroyed || stream.writableLength === 0) resolve();
      else stream.write("", () => resolve());
    });
  return {
    stdout: (text) => {
      if (!closed) process.stdout.write(text);
    },
    stderr: (text) => void process.stderr.write(text),
    flush: async () => {
      await Promise.all([drain(process.stdout), drain(process.stderr)]);
    },
    get closed() {
      return closed;
    },
    onClosed: (listener) => void listeners.push(listener),
  };
}
