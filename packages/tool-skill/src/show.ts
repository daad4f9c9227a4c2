import { visible } from "@mm-agent/core";

/* Widthless characters and tags carry text that nobody sees; a joiner after an emoji is part of it. */
// oxlint-disable-next-line no-misleading-character-class -- each of them is meant alone
const UNSEEN =
  /[\u200b\u200c\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|(?<![\p{Extended_Pictographic}\ufe0f])\u200d/gu;

/** The text with characters that are not seen, or that reorder what is, drawn as signs. */
export function show(text: string): string {
  return visible(text).replaceAll(UNSEEN, "\uFFFD");
}
