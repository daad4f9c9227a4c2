import { isLoopback } from "../../net/proxy.js";
import type { ModelRequest, ThinkingLevel } from "../types.js";
import { COMMON_IDS, MISTRAL_IDS, type IdRule } from "../wire/wire-ids.js";

/** How one server and model want what is not the same everywhere. */
export interface Dialect {
  readonly maxTokens: "max_tokens" | "max_completion_tokens";
  /** False where the model refuses a temperature. */
  readonly temperature: boolean;
  /** True where `prompt_cache_key` is known; others may refuse unknown fields. */
  readonly cacheKey: boolean;
  readonly ids: IdRule;
  thinking(level: ThinkingLevel): Readonly<Record<string, unknown>>;
}

const MISTRAL = /(^|[/:_-])(open-)?(mistral|mixtral|devstral|codestral|magistral|ministral|pixtral)/i;

/** OpenAI's reasoning models: they take an effort and no temperature. */
const REASONING = /^(o\d|gpt-(5|6|7|8|9)|codex)/i;

export function dialectFor(baseUrl: string, model: string): Dialect {
  const host = new URL(baseUrl).hostname;
  const ids = host.endsWith("mistral.ai") || MISTRAL.test(model) ? MISTRAL_IDS : COMMON_IDS;
  if (host === "api.openai.com" || host.endsWith(".openai.azure.com")) {
    const reasons = REASONING.test(model) && !/-chat/i.test(model);
    return {
      maxTokens: "max_completion_tokens",
      temperature: !reasons,
      cacheKey: host === "api.openai.com",
      ids,
      // `none` came with gpt-5.1; before it the least is `minimal` (gpt-5) or `low` (o-series).
      thinking: (level) => {
        if (!reasons) return {};
        const least = /^o\d/i.test(model) ? "low" : /^gpt-5($|-)/i.test(model) ? "minimal" : "none";
        return { reasoning_effort: level === "off" ? least : level };
      },
    };
  }
  const plain = { maxTokens: "max_tokens", temperature: true, cacheKey: false, ids } as const;
  if (host === "openrouter.ai" || host.endsWith(".openrouter.ai")) {
    return {
      ...plain,
      thinking: (level) => ({ reasoning: level === "off" ? { enabled: false } : { effort: level } }),
    };
  }
  if (isLoopback(host)) {
    // Ollama and LM Studio know the effort `none`; llama.cpp, vLLM and Docker pass the switch on to the chat template.
    const off = { reasoning_effort: "none", chat_template_kwargs: { enable_thinking: false } };
    return { ...plain, thinking: (level) => (level === "off" ? off : { reasoning_effort: level }) };
  }
  return { ...plain, thinking: (level) => (level === "off" ? {} : { reasoning_effort: level }) };
}

/** The fields of a request that depend on the dialect. */
export function dialectFields(dialect: Dialect, request: ModelRequest): Record<string, unknown> {
  return {
    ...(request.maxTokens === undefined ? {} : { [dialect.maxTokens]: request.maxTokens }),
    ...(request.temperature === undefined || !dialect.temperature
      ? {}
      : { temperature: request.temperature }),
    ...(request.thinking === undefined ? {} : dialect.thinking(request.thinking)),
    ...(dialect.cacheKey ? { prompt_cache_key: request.sessionId } : {}),
  };
}
