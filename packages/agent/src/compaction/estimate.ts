import type { Message } from "../provider/types.js";

/** Characters of one token: a little less than English text has, so that an estimate errs on the safe side. */
const CHARS = 3.5;
/** Tokens of an image and of what surrounds a message, roughly as servers count them. */
const IMAGE = 1500;
const MESSAGE = 4;

/** Tokens of messages, estimated from their length. */
export function estimateTokens(messages: readonly Message[]): number {
  let chars = 0;
  let extra = 0;
  for (const message of messages) {
    extra += MESSAGE;
    if (message.role === "tool") chars += message.text.length;
    else
      for (const block of message.blocks) {
        if (block.type === "image") extra += IMAGE;
        else if (block.type === "call") chars += block.name.length + block.arguments.length;
        else if (block.type === "text" || block.type === "thought") chars += block.text.length;
      }
  }
  return Math.ceil(chars / CHARS) + extra;
}
