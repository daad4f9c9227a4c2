import type { JsonSchema } from "@mm-agent/core";

/** The configuration slice `fetch`. */
export const settingsSchema: JsonSchema = {
  type: "object",
  properties: {
    blockPrivate: {
      type: "boolean",
      default: false,
      description: "Refuse private, loopback, link-local, shared, multicast, mapped and NAT64 addresses.",
    },
  },
  additionalProperties: false,
};

/** Reads the slice; what is not there has its default. */
export function readSettings(config: unknown): { readonly blockPrivate: boolean } {
  const slice = typeof config === "object" && config !== null ? (config as { blockPrivate?: unknown }) : {};
  return { blockPrivate: slice.blockPrivate === true };
}
