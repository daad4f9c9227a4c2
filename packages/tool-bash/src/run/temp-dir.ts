import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";

/** A folder for short-lived files: the system's, or `/tmp` where `TMPDIR` points to nothing that can be written. */
export function tempDir(): string {
  for (const folder of [tmpdir(), "/tmp"]) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  return tmpdir();
}
