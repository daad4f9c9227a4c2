import { randomUUID } from "node:crypto";
import {
  RequestError,
  type ContentBlock,
  type PromptResponse,
  type StopReason,
} from "@agentclientprotocol/sdk";
import type { Session, TurnEnd } from "@mm-agent/agent";
import type { TurnEndReason } from "@mm-agent/core";
import { readPrompt } from "../prompt/read-prompt.js";
import type { Outlet } from "../updates/create-outlet.js";
import { runCommand } from "./run-command.js";

export interface PromptScope {
  readonly session: Session;
  readonly outlet: Outlet;
  /** Characters of one attachment. */
  readonly maxChars: number;
}

const STOP: Readonly<Record<TurnEndReason, StopReason | undefined>> = {
  done: "end_turn",
  cancelled: "cancelled",
  length: "max_tokens",
  max_turns: "max_turn_requests",
  loop: "max_turn_requests",
  runaway: "max_turn_requests",
  refusal: "refusal",
  error: undefined,
  watchdog: undefined,
};

/** Runs one prompt as a command or a turn. A turn that failed is an error with the text for the person. */
export async function runPrompt(
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
  { session, outlet, maxChars }: PromptScope,
): Promise<PromptResponse> {
  const read = readPrompt(blocks, maxChars);
  const [first] = read.blocks;
  const text = read.blocks.length === 1 && first?.type === "text" ? first.text : undefined;
  if (text?.trim() === "") throw RequestError.invalidParams(undefined, "the prompt is empty");
  const say = (words: string): void => {
    if (words !== "")
      outlet.push({
        sessionUpdate: "agent_message_chunk",
        messageId: randomUUID(),
        content: { type: "text", text: words },
      });
  };
  const onAbort = (): void => void session.cancel();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const command = text?.startsWith("/") ? await runCommand(session, text) : undefined;
    if (command) say(command.say);
    if (signal.aborted) return { stopReason: "cancelled" };
    if (command && command.prompt === undefined) return { stopReason: "end_turn" };
    const end = await session.prompt(
      command?.prompt ?? text ?? read.blocks,
      command || read.shown === text ? {} : { shown: read.shown },
    );
    return { stopReason: stopReason(end, signal, say) };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function stopReason(end: TurnEnd, signal: AbortSignal, say: (text: string) => void): StopReason {
  if (signal.aborted) return "cancelled";
  const stop = STOP[end.reason];
  if (stop === undefined)
    throw new RequestError(-32603, end.message ?? "the turn failed", { reason: end.reason });
  if (stop !== "end_turn" && stop !== "cancelled") say(end.message ?? "");
  return stop;
}
