import { readKey } from "@mm-agent/agent";
import { matchesKey, type KeyId } from "@earendil-works/pi-tui";
import type { Keymap } from "../types.js";

/** True when this input is a key of the action, wherever the action holds. */
export function fits(keys: Keymap, action: string, data: string): boolean {
  return keys.keysOf(action).some((key) => matchesKey(data, readKey(key) as KeyId));
}
