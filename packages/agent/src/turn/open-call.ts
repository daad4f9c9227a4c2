import { randomBytes } from "node:crypto";
import { createRunawayGuard } from "@mm-agent/core";
import type { OpenCall } from "./types.js";

/** A call that begins; its id is ours, never the model's. */
export function openCall(name: string): OpenCall {
  return {
    id: `call_${randomBytes(8).toString("hex")}`,
    name,
    parts: [],
    guard: createRunawayGuard(),
    chars: 0,
    announced: 0,
  };
}
