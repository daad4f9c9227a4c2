import type { ModelInfo } from "../types.js";

/** Fields in which servers name the size of a model's window: OpenRouter, vLLM, LM Studio, Anthropic, others. */
const WINDOW = [
  "context_length",
  "max_model_len",
  "max_context_length",
  "loaded_context_length",
  "context_window",
  "max_context_window",
  "max_input_tokens",
];

function num(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Reads the answer of `/v1/models`; what has no id is left out. */
export function readModels(body: unknown): ModelInfo[] {
  const outer = body as { data?: unknown; models?: unknown } | null;
  const list = Array.isArray(body) ? body : (outer?.data ?? outer?.models);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown): ModelInfo[] => {
    if (typeof one !== "object" || one === null) return [];
    const entry = one as Record<string, unknown>;
    const id = entry["id"] ?? entry["name"];
    if (typeof id !== "string" || id === "") return [];
    const meta = (entry["meta"] ?? {}) as Record<string, unknown>;
    const window =
      WINDOW.map((field) => num(entry[field])).find((size) => size !== undefined) ?? num(meta["n_ctx"]);
    const inputs = (entry["architecture"] as { input_modalities?: unknown } | undefined)?.input_modalities;
    return [
      {
        id,
        ...(window === undefined ? {} : { contextWindow: window }),
        ...(Array.isArray(inputs) ? { images: inputs.includes("image") } : {}),
      },
    ];
  });
}
