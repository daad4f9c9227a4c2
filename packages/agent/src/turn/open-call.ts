import { randomBytes } from "node:crypto";
import { createRunawayGuard, type RunawayGuard } from "@mm-agent/core";

/** A tool call while its arguments stream in. */
export interface OpenCall {
  readonly id: string;
  name: string;
  readonly parts: string[];
  readonly guard: RunawayGuard;
  /** Characters of arguments so far, and at the last `tool.composing` event. */
  chars: number;
  announced: number;
  whole?: { readonly arguments: unknown };
}

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
