import type { AbsentTool, Command, InstalledHooks, PluginSession, Tool } from "@mm-agent/core";
import type { ConfigWarning, EffectiveConfig, LoadedConfig } from "../config/types.js";

/** `absent`: loaded, but it declares no tool here and says why. `off`: switched off, or not trusted. */
export type PluginStatus = "active" | "absent" | "failed" | "off";

/** What became of one plugin. */
export interface PluginReport {
  readonly name: string;
  /** `built in`, or the file or package it was loaded from. */
  readonly source: string;
  readonly version?: string;
  readonly status: PluginStatus;
  /** Why it is not active; one line. */
  readonly reason?: string;
  /** Where the entry stands in the configuration: `file:line`. */
  readonly place?: string;
  readonly tools: readonly string[];
  /** Names of its slash commands. */
  readonly commands?: readonly string[];
  readonly absent: readonly AbsentTool[];
}

/** Whom a session is made for. */
export interface PluginIdentity {
  readonly name: string;
  readonly version?: string;
  /** The plugin's settings after its own schema has checked them. */
  readonly config: unknown;
}

export interface LoadPluginsOptions {
  /** Imports of the built-in packages, by the table's names; a missing one is reported as absent. */
  readonly builtin: Readonly<Record<string, () => Promise<unknown>>>;
  readonly config: EffectiveConfig;
  readonly origins?: LoadedConfig["origins"];
  /** The session's face for one plugin; `config` is filled in by the loader. */
  session(plugin: PluginIdentity): Omit<PluginSession, "config">;
  /** The session's working directory. */
  readonly baseDir: string;
  /** True when the project's folder is trusted: only then is code from it run. */
  readonly trusted: boolean;
  /** Milliseconds for loading and for setting up one plugin. Default 10,000. */
  readonly timeout?: number;
  /** Folder for compiled TypeScript plugins (Node < 22.18). Without it nothing is kept. */
  readonly cacheDir?: string;
}

export interface LoadedPlugins {
  readonly tools: readonly Tool[];
  readonly commands: readonly Command[];
  /** In the order of the configuration; what a lost guard leaves behind refuses every call. */
  readonly hooks: readonly InstalledHooks[];
  /** Texts for the system prompt. */
  readonly context: readonly string[];
  readonly report: readonly PluginReport[];
  /** Settings that a plugin's own schema refused, and permission rules for tools that nobody declares. */
  readonly warnings: readonly ConfigWarning[];
  /** Ends every plugin, the last one first. Never throws; safe to call twice. */
  dispose(): Promise<void>;
}
