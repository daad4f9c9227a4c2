import type { JsonSchema } from "@mm-agent/core";

/** The `skills` slice of the configuration, with `skillsDir` and with defaults filled in. */
export interface SkillSettings {
  /** Absolute folders. */
  readonly skillsDir: readonly string[];
  /** Whether `.agents/skills` of a trusted project counts. */
  readonly project: boolean;
  /** Whether the person's own skill folders count. */
  readonly user: boolean;
}

export const settingsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    skillsDir: { type: "array", items: { type: "string" }, description: "Filled in from the key skillsDir." },
    project: {
      type: "boolean",
      description: "Whether .agents/skills of a trusted project counts. Default true.",
    },
    user: {
      type: "boolean",
      description: "Whether ~/.config/mm/skills and ~/.agents/skills count. Default true.",
    },
  },
} as const satisfies JsonSchema;

/** Reads the slice; what is missing or has the wrong type takes its default. */
export function readSettings(config: unknown): SkillSettings {
  const slice = typeof config === "object" && config !== null ? (config as Record<string, unknown>) : {};
  const { skillsDir, project, user } = slice;
  return {
    skillsDir: Array.isArray(skillsDir)
      ? skillsDir.filter((one): one is string => typeof one === "string")
      : [],
    project: project !== false,
    user: user !== false,
  };
}
