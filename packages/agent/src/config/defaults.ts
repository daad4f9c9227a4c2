import type { JsonSchema } from "@mm-agent/core";
import { configSchema } from "./schema.js";

/** The default of every key that has one, shaped like a config file. */
export const defaults: Readonly<Record<string, unknown>> = collect(configSchema);

function collect(schema: JsonSchema): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.default !== undefined) out[key] = inner.default;
    else if (inner.properties !== undefined) {
      const nested = collect(inner);
      if (Object.keys(nested).length > 0) out[key] = nested;
    }
  }
  return out;
}
