/** The built-in plugins, each imported when the configuration switches it on. Names are those of agent's table. */
export const BUILTIN: Readonly<Record<string, () => Promise<unknown>>> = {
  ask: () => import("@mm-agent/tool-ask"),
  bash: () => import("@mm-agent/tool-bash"),
  edit: () => import("@mm-agent/tool-edit"),
  lsp: () => import("@mm-agent/tool-lsp"),
  webmd: () => import("@mm-agent/tool-webmd"),
  search: () => import("@mm-agent/tool-search"),
  skill: () => import("@mm-agent/tool-skill"),
};
