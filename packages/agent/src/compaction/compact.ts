import { boundText, type Usage } from "@mm-agent/core";
import type { Message, Provider } from "../provider/types.js";
import { withSummary } from "../session/with-summary.js";
import { chooseCut } from "./choose-cut.js";
import { estimateTokens } from "./estimate.js";
import { summarise } from "./summarise.js";

export interface CompactOptions {
  readonly provider: Provider;
  readonly sessionId: string;
  readonly messages: readonly Message[];
  readonly window?: number;
  readonly focus?: string;
  /** Absolute paths that tools changed. */
  readonly changed: readonly string[];
  readonly watchdogMs: number;
  readonly signal: AbortSignal;
}

export type Compacted =
  | {
      readonly ok: true;
      readonly summary: string;
      /** Index of the first message that stays. */
      readonly from: number;
      /** Estimated tokens. */
      readonly before: number;
      readonly after: number;
      readonly usage?: Usage;
    }
  | { readonly ok: false; readonly text: string };

/** The share of the window, and of what is there, that stays word for word; tokens where the window is not known. */
const KEEP = { ofWindow: 0.25, ofAll: 0.3, tokens: 20_000 } as const;
/** The part of the window that the conversation to be summarised may fill, and its characters where it is not known. */
const SEND = { ofWindow: 0.6, chars: 200_000, charsPerToken: 3 } as const;
/** A result above this share of the old size is no gain. */
const GAIN = 0.9;
const CHANGED_SHOWN = 50;
const PROMPT_SHOWN = 2000;

/** Makes a summary of what stands before the recent messages. Changes nothing itself; `ok: false` says why there is no gain. */
export async function compactMessages(options: CompactOptions): Promise<Compacted> {
  const { messages, window } = options;
  const before = estimateTokens(messages);
  const keep = Math.min(window === undefined ? KEEP.tokens : window * KEEP.ofWindow, before * KEEP.ofAll);
  const from = chooseCut(messages, keep);
  if (from < 2)
    return {
      ok: false,
      text: `there is nothing to compact: the conversation is short (about ${before} tokens)`,
    };
  const old = messages.slice(0, from);
  const summary = await summarise({
    provider: options.provider,
    sessionId: options.sessionId,
    messages: old,
    ...(options.focus === undefined ? {} : { focus: options.focus }),
    maxChars: window === undefined ? SEND.chars : Math.floor(window * SEND.ofWindow * SEND.charsPerToken),
    watchdogMs: options.watchdogMs,
    signal: options.signal,
  });
  if (!summary.ok) return { ok: false, text: `the conversation was not compacted: ${summary.text}` };
  const text = summary.text + facts(old, messages.slice(from), options.changed);
  const after = estimateTokens(withSummary(text, "", messages.slice(from), []).messages);
  if (after > before * GAIN)
    return {
      ok: false,
      text: `the conversation was not compacted: the summary would save nothing (about ${before} tokens before, ${after} after)`,
    };
  return { ok: true, summary: text, from, before, after, ...(summary.usage ? { usage: summary.usage } : {}) };
}

/** What must not depend on the model's care: the files that were changed, and the request under way. */
function facts(old: readonly Message[], kept: readonly Message[], changed: readonly string[]): string {
  let text = "";
  if (changed.length > 0) {
    const more = changed.length > CHANGED_SHOWN ? ` and ${changed.length - CHANGED_SHOWN} more` : "";
    text += `\n\nFiles changed by tools: ${changed.slice(-CHANGED_SHOWN).join(", ")}${more}`;
  }
  if (kept.some((message) => message.role === "user")) return text;
  const last = old.findLast((message) => message.role === "user");
  const asked =
    last?.blocks.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n") ?? "";
  return asked === ""
    ? text
    : `${text}\n\nThe person's last message, word for word:\n${boundText(asked, PROMPT_SHOWN, "end", "left out here")}`;
}
