/** What servers say when a request does not fit the model's window; the comment names who says it. */
const OVERFLOW: readonly RegExp[] = [
  /context_length_exceeded/i, // OpenAI, vLLM, OpenRouter: the error code
  /maximum context length/i, // OpenAI, vLLM, OpenRouter, DeepSeek
  /context[ _](length|window|size)\b.{0,40}\b(exceed|overflow|too (small|long))/i, // many
  /exceed\w*.{0,60}\bcontext[ _](length|window|size)/i, // llama.cpp, Ollama, OpenAI ("exceeds the context window")
  /exceed_context_size_error/i, // llama.cpp: the error type
  /(prompt|input|request|messages?)\b.{0,40}\b(is|are) (too long|longer than)/i, // Anthropic behind proxies, Ollama, vLLM
  /greater than the context length/i, // LM Studio
  /tokens? to keep from the initial prompt/i, // LM Studio
  /context the overflows|context overflow/i, // LM Studio: overflow policy
  /input (length|token count)\b.{0,60}\bexceed/i, // Google and Bedrock behind OpenRouter, Ollama
  /exceeds the (available|model'?s?|maximum) .{0,30}(context|token|input)/i, // llama.cpp, Groq
  /maximum (input|prompt) (length|tokens?)/i, // xAI, vLLM
  /reduce the length of (the|your) (messages|input|prompt)/i, // Groq, OpenAI
  /too many (input|prompt) tokens/i,
  /(max_model_len|n_ctx)\b/, // vLLM, llama.cpp
  /model_max_prompt_tokens_exceeded|string_above_max_length/i, // proxies, OpenAI
];

/** Texts about quotas that sound alike; they mean waiting, not shortening. */
const NOT_OVERFLOW: readonly RegExp[] = [
  /rate.?limit|too many requests|throttl|quota|per (minute|day|hour|second)\b|\b[TR]P[MD]\b/i,
  /max_(completion_)?tokens\b.{0,30}\b(is )?(too large|must be|invalid)/i,
];

/** True when an error text says that the request is larger than the model's window. */
export function isOverflow(text: string): boolean {
  return OVERFLOW.some((one) => one.test(text)) && !NOT_OVERFLOW.some((one) => one.test(text));
}
