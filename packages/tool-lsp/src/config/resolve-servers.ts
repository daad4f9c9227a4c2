import { existsSync } from "node:fs";
import { join } from "node:path";
import { findPreset, presets } from "../presets/list.js";
import type { Preset } from "../presets/types.js";
import { findCommand, type FindOptions } from "./find-command.js";
import { mergeOptions } from "./merge.js";
import type { MissingServer, ResolvedServer, ServerConfig } from "./types.js";

export interface ResolvedServers {
  readonly servers: readonly ResolvedServer[];
  /** One line each, for the person: `[warning: lsp server <name> (<command>) not found on the PATH — skipped]`. */
  readonly warnings: readonly string[];
  /** Why files of some kinds have no server although one is almost there. */
  readonly missing: readonly MissingServer[];
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
  if (!listed) return { ...installedServers(options), warnings: [] };
  const servers: ResolvedServer[] = [];
  const warnings: string[] = [];
  const missing: MissingServer[] = [];
  for (const config of listed) {
    const file = findCommand(config.command, options);
    if (file === undefined) {
      warnings.push(
        `[warning: lsp server ${config.name} (${config.command}) not found on the PATH — skipped]`,
      );
      const reason = distrusted(config.command, options) ?? `${config.command} was not found on the PATH`;
      missing.push({ extensions: config.extensions.map(dotted), reason, wanted: false });
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
  return { servers, warnings, missing };
}

/** Servers of the presets that are installed; the first one found has an extension for itself. */
function installedServers(options: FindOptions): Omit<ResolvedServers, "warnings"> {
  const taken = new Set<string>();
  const servers: ResolvedServer[] = [];
  const almost: MissingServer[] = [];
  for (const preset of presets) {
    const extensions = preset.extensions.filter((extension) => !taken.has(extension));
    if (!preset.offered || extensions.length === 0) continue;
    for (const command of preset.commands) {
      const file = findCommand(command, options);
      if (file === undefined) {
        const reason = distrusted(command, options, preset);
        if (reason !== undefined) almost.push({ extensions, reason, wanted: true });
        continue;
      }
      const context = { root: options.cwd, file, trusted: options.trusted };
      if (preset.accepts && !preset.accepts(context)) {
        const reason = preset.lacks?.(context);
        const wanted = preset.rootMarkers
          .flat()
          .some((name) => name !== ".git" && existsSync(join(options.cwd, name)));
        if (reason !== undefined) almost.push({ extensions, reason, wanted });
        continue;
      }
      servers.push(resolve({ name: preset.name, command, extensions }, preset, file, options));
      for (const extension of extensions) taken.add(extension);
      break;
    }
  }
  const missing = almost.flatMap(({ extensions, ...more }) => {
    const left = extensions.filter((extension) => !taken.has(extension));
    for (const extension of left) taken.add(extension);
    return left.length > 0 ? [{ extensions: left, ...more }] : [];
  });
  return { servers, missing };
}

/** The reason when the program is there and only trust in the folder is missing. */
function distrusted(command: string, options: FindOptions, preset?: Preset): string | undefined {
  if (options.trusted) return undefined;
  const file = findCommand(command, { ...options, trusted: true });
  if (file === undefined) return undefined;
  if (preset?.accepts?.({ root: options.cwd, file, trusted: true }) === false) return undefined;
  return `${command} belongs to the project and is not started until the folder is trusted`;
}

function dotted(extension: string): string {
  return extension.startsWith(".") ? extension : `.${extension}`;
}

function resolve(config: ServerConfig, preset: Preset, file: string, options: FindOptions): ResolvedServer {
  return {
    name: config.name,
    command: config.command,
    file,
    args: config.args ?? preset.args,
    extensions: config.extensions.map(dotted),
    env: { ...options.env, ...config.env },
    initializationOptions: config.initializationOptions,
    settings: mergeOptions(preset.settings ?? {}, config.settings),
    languageIds: { ...preset.languageIds, ...config.languageIds },
    preset,
    trusted: options.trusted,
  };
}
