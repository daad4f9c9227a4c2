import bash from "@mm-agent/tool-bash/plugin";
import edit from "@mm-agent/tool-edit/plugin";
import lsp from "@mm-agent/tool-lsp/plugin";
import search from "@mm-agent/tool-search/plugin";
import skill from "@mm-agent/tool-skill/plugin";

/** The built-in plugins by the names of agent's table. Those of a plain session are bundled with the runtime: a file more costs more than they do. */
export const BUILTIN: Readonly<Record<string, () => Promise<unknown>>> = {
  bash: async () => ({ default: bash }),
  edit: async () => ({ default: edit }),
  search: async () => ({ default: search }),
  skill: async () => ({ default: skill }),
  lsp: async () => ({ default: lsp }),
  webmd: () => import("@mm-agent/tool-webmd/plugin"),
  ask: () => import("@mm-agent/tool-ask"),
};
