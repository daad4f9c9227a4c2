/** Where a command's output goes, and how it is read. One per command. */
export interface Channel {
  /** Given to the shell as stdout and stderr. */
  readonly writeFd: number;
  /** Call once the shell runs: gives up our own write end. */
  started(): void;
  /**
   * Reads what is there at this moment, without waiting.
   *
   * @param session The shell's process id, which is also its session's.
   * @returns True when some process still holds the write end.
   */
  drain(session: number): boolean;
  /** Stops reading. With `keep`, whoever still writes can go on doing so. */
  release(keep: boolean, session: number): void;
}

export type OnData = (chunk: Uint8Array) => void;
