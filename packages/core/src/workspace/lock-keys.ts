import { statOrNull } from "./stat-or-null.js";

/**
 * The locks a file needs: one for its real path, and one for its inode when it has several hard links. The inode
 * alone would not do, because replacing a file gives it a new one. Names that differ in case only share a lock on
 * every platform: where they are two files, that costs a wait and nothing else.
 */
export async function lockKeys(reals: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const real of reals) {
    keys.push(real.normalize("NFC").toLowerCase());
    const found = await statOrNull(real).catch(() => null);
    if (found?.isFile() && found.nlink > 1n) keys.push(`inode:${found.dev}:${found.ino}`);
  }
  return keys;
}
