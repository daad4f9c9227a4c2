/** Tokens that end a reply in some chat template and that servers leak into its text. */
export const END_TOKEN =
  /<\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|end|end_of_turn|return|eos|end_of_sentence)\|>|<｜end▁of▁sentence｜>|<(?:end_of_turn|eos|eot)>|<\/s>|\[\/INST\]/;

/** What opens a reply in some chat template. */
export const START_TOKEN =
  /(?:<\|im_start\|>assistant\n?|<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<\|(?:begin_of_text|assistant)\|>|<bos>|<s>(?!.*<\/s>)|<｜Assistant｜>|<start_of_turn>model\n?)/;

const TOKENS: readonly string[] = [
  "<|im_end|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|end_of_text|>",
  "<|endoftext|>",
  "<|end|>",
  "<|end_of_turn|>",
  "<|return|>",
  "<|eos|>",
  "<|end_of_sentence|>",
  "<｜end▁of▁sentence｜>",
  "<end_of_turn>",
  "<eos>",
  "<eot>",
  "</s>",
  "<s>",
  "[/INST]",
];

/** True when a text may grow into an end token. */
export function growsToToken(text: string): boolean {
  return TOKENS.some((token) => token.length > text.length && token.startsWith(text));
}
