import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensurePrivateDir, statePaths } from "../../config/paths.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Keys by the host they belong to, so that none can travel to another. */
export type StoredKeys = Readonly<Record<string, string>>;

/** The keys that `mm login` stored; none where the file is missing or cannot be read. */
export function readKeys(env: Env): { readonly keys: StoredKeys; readonly warning?: string } {
  const file = statePaths(env).keys;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? { keys: {} }
      : { keys: {}, warning: `the stored keys cannot be read: ${message}` };
  }
  try {
    const found = (JSON.parse(text) as { keys?: unknown }).keys;
    const entries = Object.entries(found ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
    const keys = Object.fromEntries(entries);
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      return { keys, warning: `${file} can be read by others: chmod 600 it` };
    return { keys };
  } catch {
    return { keys: {}, warning: `${file} is not what mm login writes; log in again` };
  }
}

/** Stores a key, or takes it out; the file is replaced as a whole and only its owner can read it. Returns its path. */
export function storeKey(env: Env, host: string, key: string | undefined): string {
  const file = statePaths(env).keys;
  const others = Object.entries(readKeys(env).keys).filter(([name]) => name !== host);
  const keys = Object.fromEntries(key === undefined ? others : [...others, [host, key]]);
  ensurePrivateDir(dirname(file));
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
  } catch (error) {
    try {
      unlinkSync(draft);
    } catch {
      // It was never written.
    }
    throw error;
  }
  return file;
}
