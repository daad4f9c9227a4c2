/** Windows by model name, in tokens, for servers that do not say theirs. The first fit counts; sizes are what the vendors name. */
const KNOWN: readonly (readonly [RegExp, number])[] = [
  [/claude/i, 200_000],
  [/gpt-5/i, 400_000],
  [/gpt-4\.1/i, 1_047_576],
  [/gpt-4o|gpt-4-turbo/i, 128_000],
  [/gpt-oss/i, 131_072],
  [/(^|[/:])o[134](-|$)/i, 200_000],
  [/gemini/i, 1_048_576],
  [/qwen3?-?coder/i, 262_144],
  [/qwen3/i, 40_960],
  [/qwen2\.5|qwq/i, 32_768],
  [/llama-?3\.[123]/i, 131_072],
  [/llama-?3/i, 8_192],
  [/devstral|mistral-(small|large|medium|nemo)/i, 131_072],
  [/codestral/i, 262_144],
  [/mistral|mixtral/i, 32_768],
  [/gemma-?[34]/i, 131_072],
  [/gemma/i, 8_192],
  [/deepseek/i, 131_072],
  [/kimi/i, 262_144],
  [/glm-4\.[5-9]/i, 131_072],
  [/granite/i, 131_072],
  [/phi-?4/i, 16_384],
];

/** What is known of a model's window by its name. */
export function knownWindow(model: string): number | undefined {
  return KNOWN.find(([name]) => name.test(model))?.[1];
}
