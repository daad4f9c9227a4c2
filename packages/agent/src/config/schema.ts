import type { Infer, JsonSchema } from "@mm-agent/core";
import { modelKeys } from "./schema/model.js";
import { permissionKeys } from "./schema/permission.js";
import { pluginKeys } from "./schema/plugin.js";
import { sessionKeys } from "./schema/session.js";
import { windowKeys } from "./schema/window.js";

/** The one description of a config file: its types, its checks and the published JSON Schema come from here. */
export const configSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Configuration of mm",
  type: "object",
  properties: {
    $schema: { type: "string", description: "For editors; mm does not read it." },
    ...modelKeys,
    ...permissionKeys,
    ...sessionKeys,
    ...windowKeys,
    ...pluginKeys,
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

/** What a config file may hold. */
export type ConfigFile = Infer<typeof configSchema>;

/** A top-level key of a config file. */
export type ConfigKey = keyof ConfigFile;
