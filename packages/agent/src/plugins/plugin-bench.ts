import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PluginSession, Workspace } from "@mm-agent/core";
import { loadConfig } from "../config/load-config.js";
import { loadPlugins } from "./load-plugins.js";
import type { LoadPluginsOptions } from "./types.js";

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A temporary home and project with the loader run on them. */
export function pluginBench() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "mm-plugins-")));
  const cwd = join(top, "project");
  mkdirSync(cwd);
  return {
    top,
    cwd,
    put(path: string, text: string): string {
      const file = join(top, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    async load(options: Partial<LoadPluginsOptions> = {}) {
      const trusted = options.trusted ?? false;
      const loaded = await loadConfig({ cwd, env: { HOME: top, XDG_CONFIG_HOME: top }, trusted });
      const plugins = await loadPlugins({
        builtin: {},
        config: loaded.config,
        origins: loaded.origins,
        session: () => session(cwd, trusted),
        baseDir: cwd,
        trusted,
        ...options,
      });
      const short = (text: string | undefined) => text?.replaceAll(top, "");
      return {
        ...plugins,
        configWarnings: loaded.warnings,
        texts: plugins.warnings.map((warning) => short(warning.message)),
        tools: plugins.tools.map((tool) => tool.name),
        toolTexts: plugins.tools.map((tool) => tool.description),
        /** Third-party plugins only: name, status, reason. */
        said: plugins.report
          .filter((entry) => entry.place !== undefined)
          .map(({ name, status, reason }) =>
            [name, status, ...(reason === undefined ? [] : [short(reason)])].join(": "),
          ),
      };
    },
    end: () => rmSync(top, { recursive: true, force: true }),
  };
}

function session(cwd: string, trusted: boolean): Omit<PluginSession, "config"> {
  return {
    id: "s1",
    cwd,
    env: {},
    log,
    // The plugins of these tests touch no file.
    workspace: {} as Workspace,
    trusted,
    limits: { maxOutput: 1000 },
    notice() {},
  };
}

/** The source text of a plugin with one tool. */
export function source(name: string, more = "", tool = name): string {
  return `export default { apiVersion: 1, name: ${JSON.stringify(name)}, ${more}
    setup: (session) => ({ tools: [{ name: ${JSON.stringify(tool)}, kind: "think", description: JSON.stringify(session.config ?? null),
      input: { type: "object" }, run: () => "ran" }] }) };`;
}
