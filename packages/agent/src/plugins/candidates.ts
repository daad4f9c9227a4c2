import { basename, extname } from "node:path";
import type { PluginEntry } from "../config/types.js";
import { builtinPlugins } from "./builtin.js";
import type { LoadPluginsOptions } from "./types.js";

/** A plugin that the configuration asks for, before anything of it is loaded. */
export interface Candidate {
  /** Known before loading; the plugin's own name replaces it. */
  readonly name: string;
  /** `built in`, or what the entry says. */
  readonly source: string;
  readonly guard: boolean;
  readonly place?: string;
  readonly settings: unknown;
  /** Key path of the settings in the origins. */
  readonly key: string;
  /** Why it is not loaded at all. */
  readonly off?: string;
  /** Set when there is nothing to load although it is on. */
  readonly missing?: string;
  load(): Promise<{ module: unknown; source: string; version?: string }>;
}

/** Everything the configuration names, built-in plugins first, then `plugins` in its order. */
export function candidates(options: LoadPluginsOptions): Candidate[] {
  return [
    ...builtinPlugins.map((plugin) => builtinCandidate(plugin, options)),
    ...options.config.plugins.map((entry) => entryCandidate(entry, options)),
  ];
}

function builtinCandidate(plugin: (typeof builtinPlugins)[number], options: LoadPluginsOptions): Candidate {
  const thunk = Object.hasOwn(options.builtin, plugin.name) ? options.builtin[plugin.name] : undefined;
  const off = plugin.off(options.config);
  return {
    name: plugin.name,
    source: "built in",
    guard: false,
    settings: plugin.slice(options.config),
    key: plugin.configKey,
    ...(off === undefined ? {} : { off }),
    ...(thunk === undefined ? { missing: `${plugin.package} is not part of this program` } : {}),
    load: async () => ({ module: await thunk?.(), source: "built in" }),
  };
}

function entryCandidate(entry: PluginEntry, options: LoadPluginsOptions): Candidate {
  const { trusted, baseDir, cacheDir } = options;
  const off = entry.layer === "project" && !trusted ? "this folder is not trusted" : undefined;
  return {
    name: nameOf(entry.use),
    source: entry.use,
    guard: entry.guard,
    place: `${entry.place.file}:${entry.place.line}`,
    settings: entry.config,
    key: entry.key,
    ...(off === undefined ? {} : { off }),
    load: async () => {
      const [{ resolveUse }, { importModule }] = await Promise.all([
        import("./resolve-use.js"),
        import("./import-module.js"),
      ]);
      const found = resolveUse(entry.use, { configFile: entry.place.file, baseDir, trusted });
      const module = await importModule(found.file, cacheDir === undefined ? {} : { cacheDir });
      return {
        module,
        source: found.file,
        ...(found.version === undefined ? {} : { version: found.version }),
      };
    },
  };
}

function nameOf(use: string): string {
  if (use === "") return "(unnamed)";
  return /[\\/]|^\./.test(use) && !use.startsWith("@") ? basename(use, extname(use)) : use;
}
