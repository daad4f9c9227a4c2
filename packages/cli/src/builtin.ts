/** The built-in plugins, each imported when the configuration switches it on. Names are those of agent's table. */
export const BUILTIN: Readonly<Record<string, () => Promise<unknown>>> = {
  bash: () => import("@mm-agent/tool-bash/plugin"),
  edit: () => import("@mm-agent/tool-edit/plugin"),
  lsp: () => import("@mm-agent/tool-lsp/plugin"),
  webmd: () => import("@mm-agent/tool-webmd/plugin"),
  search: () => import("@mm-agent/tool-search/plugin"),
  skill: () => import("@mm-agent/tool-skill/plugin"),
};
