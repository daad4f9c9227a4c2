import type { EffectiveConfig } from "../config/types.js";

/** A plugin that comes with mm; the front end supplies the `import()` of its package. */
export interface BuiltinPlugin {
  readonly name: string;
  readonly package: string;
  /** The key of its settings in the configuration. */
  readonly configKey: string;
  /** The key that switches it, for people. */
  readonly switch?: string;
  /** Why it is off with this configuration; undefined when it is on. */
  off(config: EffectiveConfig): string | undefined;
  /** Its settings, with the neighbouring keys that belong to it. */
  slice(config: EffectiveConfig): Readonly<Record<string, unknown>>;
}

const own = (key: string) => (config: EffectiveConfig) => config.slices[key] ?? {};
const always = () => undefined;

/** Every built-in plugin, in the order of their tools. */
export const builtinPlugins: readonly BuiltinPlugin[] = [
  {
    name: "bash",
    package: "@mm-agent/tool-bash",
    configKey: "bash",
    switch: "bashTool",
    off: (config) => (config.bashTool ? undefined : "bashTool is false"),
    slice: own("bash"),
  },
  {
    name: "edit",
    package: "@mm-agent/tool-edit",
    configKey: "edit",
    switch: "editTools",
    off: (config) => (config.editTools ? undefined : "editTools is false"),
    slice: own("edit"),
  },
  {
    name: "search",
    package: "@mm-agent/tool-search",
    configKey: "search",
    off: always,
    slice: own("search"),
  },
  {
    name: "skill",
    package: "@mm-agent/tool-skill",
    configKey: "skills",
    off: always,
    slice: (config) => ({
      ...own("skills")(config),
      ...(config.skillsDir.length > 0 ? { skillsDir: config.skillsDir } : {}),
    }),
  },
  {
    name: "lsp",
    package: "@mm-agent/tool-lsp",
    configKey: "lsp",
    off: (config) => (config.lsp ? undefined : "lsp is false"),
    slice: own("lsp"),
  },
  {
    name: "webmd",
    package: "@mm-agent/tool-webmd",
    configKey: "fetch",
    switch: "fetchContentTool",
    off: (config) => (config.fetchContentTool ? undefined : "fetchContentTool is not true"),
    slice: own("fetch"),
  },
  {
    name: "ask",
    package: "@mm-agent/tool-ask",
    configKey: "agents",
    off: (config) =>
      Object.keys(config.mmConfigs).length > 0 || config.slices["agents"]?.["builtin"] === true
        ? undefined
        : "mmConfigs names no agent and agents.builtin is not true",
    slice: (config) => ({
      ...own("agents")(config),
      ...(Object.keys(config.mmConfigs).length > 0 ? { mmConfigs: config.mmConfigs } : {}),
      watchdogTimeout: config.watchdogTimeout,
    }),
  },
];
