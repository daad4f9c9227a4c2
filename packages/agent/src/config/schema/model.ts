import type { JsonSchema } from "@mm-agent/core";

/** The keys that choose and tune the model. */
export const modelKeys = {
  provider: {
    type: "string",
    description: "Which client talks to the model: openai (any compatible server), anthropic, scripted.",
  },
  model: { type: "string", description: "The model's name on the server; for scripted, a YAML file." },
  baseUrl: { type: "string", description: "Address of the server, for example http://localhost:11434/v1." },
  apiKeyEnv: { type: "string", description: "Name of the environment variable that holds the key." },
  contextWindow: { type: "integer", minimum: 1, description: "Tokens the model can hold." },
  maxTokens: { type: "integer", minimum: 1, description: "Tokens of one reply at most." },
  temperature: { type: "number", minimum: 0, maximum: 2, description: "Sampling temperature." },
  thinking: { enum: ["off", "low", "medium", "high"], description: "How much the model thinks." },
  headers: {
    type: "object",
    additionalProperties: { type: "string" },
    description: "Further request headers.",
  },
  extraBody: { type: "object", description: "Further fields of the request body." },
  requestTimeout: {
    type: "integer",
    minimum: 1,
    description: "Milliseconds until the first byte of a reply, and between two bytes.",
  },
} as const satisfies Record<string, JsonSchema>;
