import { findPreset, presets } from "../presets/list.js";
import type { Preset } from "../presets/types.js";
import { findCommand, type FindOptions } from "./find-command.js";
import { mergeOptions } from "./merge.js";
import type { ResolvedServer, ServerConfig } from "./types.js";

export interface ResolvedServers {
  readonly servers: readonly ResolvedServer[];
  /** One line each, for the person: `[warning: lsp server <name> (<command>) not found on the PATH — skipped]`. */
  readonly warnings: readonly string[];
}

const KNOWN = new Set([
  "name",
  "command",
  "args",
  "extensions",
  "env",
  "initializationOptions",
  "settings",
  "languageIds",
]);

/** Finds the programs of listed servers and fills in their presets; without a list, finds what is installed. */
export function resolveServers(
  listed: readonly ServerConfig[] | undefined,
  options: FindOptions,
): ResolvedServers {
  if (!listed) return { servers: installedServers(options), warnings: [] };
  const servers: ResolvedServer[] = [];
  const warnings: string[] = [];
  for (const config of listed) {
    const file = findCommand(config.command, options);
    if (file === undefined) {
      warnings.push(
        `[warning: lsp server ${config.name} (${config.command}) not found on the PATH — skipped]`,
      );
      continue;
    }
    const preset = findPreset(config.command, config.args);
    const context = { root: options.cwd, file, trusted: options.trusted };
    if (
      !options.trusted &&
      preset.accepts?.(context) === false &&
      config.initializationOptions === undefined
    ) {
      warnings.push(
        `[warning: lsp server ${config.name} (${config.command}) would run the project's own code — skipped until the folder is trusted]`,
      );
      continue;
    }
    for (const key of Object.keys(config)) {
      if (!KNOWN.has(key))
        warnings.push(`[warning: lsp server ${config.name}: unknown option ${key} — ignored]`);
    }
    servers.push(resolve(config, preset, file, options));
  }
  return { servers, warnings };
}

/** Servers of the presets that are installed; the first one found has an extension for itself. */
function installedServers(options: FindOptions): ResolvedServer[] {
  const taken = new Set<string>();
  const servers: ResolvedServer[] = [];
  for (const preset of presets) {
    const extensions = preset.extensions.filter((extension) => !taken.has(extension));
    if (!preset.offered || extensions.length === 0) continue;
    for (const command of preset.commands) {
      const file = findCommand(command, options);
      if (file === undefined) continue;
      if (preset.accepts && !preset.accepts({ root: options.cwd, file, trusted: options.trusted })) continue;
      servers.push(resolve({ name: preset.name, command, extensions }, preset, file, options));
      for (const extension of extensions) taken.add(extension);
      break;
    }
  }
  return servers;
}

function resolve(config: ServerConfig, preset: Preset, file: string, options: FindOptions): ResolvedServer {
  return {
    name: config.name,
    command: config.command,
    file,
    args: config.args ?? preset.args,
    extensions: config.extensions.map((extension) =>
      extension.startsWith(".") ? extension : `.${extension}`,
    ),
    env: { ...options.env, ...config.env },
    initializationOptions: config.initializationOptions,
    settings: mergeOptions(preset.settings ?? {}, config.settings),
    languageIds: { ...preset.languageIds, ...config.languageIds },
    preset,
    trusted: options.trusted,
  };
}
