/** Writes one text to the real stdout; resolves when it was handed to the system, rejects when the reader is gone. */
export type WriteOut = (text: string) => Promise<void>;

/**
 * Takes stdout for the protocol. Whatever else writes there afterwards (`console.log`, `process.stdout.write`, plugins
 * included) ends up on stderr: one foreign line breaks every client.
 */
export function takeStdout(): WriteOut {
  const { stdout, stderr } = process;
  // The program may have turned stdout away already; the stream's own method still leads there.
  const { write } = Object.getPrototypeOf(stdout) as typeof stdout;
  // A closed reader is told by the write that fails; the event would end the process with a stack trace.
  stdout.on("error", () => {});
  stderr.on("error", () => {});
  stdout.write = stderr.write.bind<typeof stdout.write>(stderr);
  return (text) =>
    new Promise((resolve, reject) => {
      write.call(stdout, text, "utf8", (error?: Error | null) => (error ? reject(error) : resolve()));
    });
}
