import type { Rules } from "../ignore/rules.js";
import type { ReadFolder } from "./read-folder.js";

/** A listing with what it was made from. */
export interface KeptFolder extends ReadFolder {
  readonly outer: Rules;
  readonly stamp: number;
  /** The folder's rule files with their stamps, as `readCached` takes them. */
  readonly ruleStamps: readonly (readonly [path: string, stamp: number])[];
  readonly names: number;
}

/** Folder listings of earlier walks, used again while nothing in the folder has changed. Only `walk` looks inside. */
export interface WalkCache {
  readonly maxNames: number;
  readonly kept: Map<string, KeptFolder>;
  /** Names in all of `kept`. */
  names: number;
}

/** A cache that holds at most `maxNames` names, about 100 bytes each. */
export function createWalkCache(maxNames: number): WalkCache {
  return { maxNames, kept: new Map(), names: 0 };
}
