import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "./error.js";

/** Null when nothing is there. */
export async function statOrNull(path: string): Promise<BigIntStats | null> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
