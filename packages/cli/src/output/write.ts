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
  /** Why stdout could not be written (a full disk); undefined while all is well. */
  readonly failure: string | undefined;
}

/**
 * The process's own streams. Whatever else writes to stdout (a plugin's `console.log`) goes to stderr from now on: stdout
 * belongs to results. `process.exit` would cut what a pipe has not taken yet, so `flush` comes before it.
 */
export function processOut(): Out {
  let closed = false;
  let failure: string | undefined;
  const listeners: (() => void)[] = [];
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const close = (): void => {
    if (closed) return;
    closed = true;
    for (const listener of listeners) listener();
  };
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failure ??= error.message;
    close();
  });
  // Without a stderr there is nobody to tell.
  stderr.on("error", () => {});
  const drain = (
    stream: NodeJS.WriteStream,
    push: (text: string, done: () => void) => unknown,
  ): Promise<void> =>
    new Promise((resolve) => {
      if (stream.destroyed) resolve();
      else push("", () => resolve());
    });
  return {
    stdout: (text) => {
      if (!closed) write(text);
    },
    stderr: (text) => void stderr.write(text),
    flush: async () => {
      await Promise.all([
        drain(stdout, (text, done) => write(text, done)),
        drain(stderr, (text, done) => stderr.write(text, done)),
      ]);
    },
    get closed() {
      return closed;
    },
    get failure() {
      return failure;
    },
    onClosed: (listener) => void listeners.push(listener),
  };
}
