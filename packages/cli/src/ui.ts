/** True when a person can be talked to: both ends are terminals. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}
