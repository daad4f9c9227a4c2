import type { Infer, Mode, Rule } from "@mm-agent/core";
import type { ModelSettings } from "../provider/settings.js";
import type { agentEntrySchema } from "./schema/plugin.js";
import type { KeyAction } from "./schema/window.js";

/** A place in a config file. `line` is 1-based. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** Which file a setting may come from: the user's, the project's, or one named by `--config` or `MM_CONFIG`. */
export type Layer = "user" | "project" | "named";

/** Where an effective value comes from. */
export type Source =
  | { readonly kind: "default" }
  /** Stricter than anything asked for, because something that may have been a denial cannot be read. */
  | { readonly kind: "fallback" }
  | ({ readonly kind: "file"; readonly layer: Layer } & FilePlace)
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "flag"; readonly name: string };

/** Something that was dropped or replaced; `message` is complete and names place, value and what is used instead. */
export interface ConfigWarning {
  readonly message: string;
  readonly key?: string;
  readonly file?: string;
  readonly line?: number;
  /** Keys that do not count because the project's folder is not trusted. */
  readonly untrusted?: readonly string[];
}

/** Something that must end the program before any request: exit code 2 and this text, which names the flag. */
export interface ConfigError {
  readonly flag: string;
  readonly message: string;
}

/** One entry of `plugins`, with the place it was written at. */
export interface PluginEntry {
  readonly use: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly guard: boolean;
  readonly layer: Layer;
  readonly place: FilePlace;
  /** Key path of `config` in `origins`. */
  readonly key: string;
}

/** One entry of `mmConfigs`; `config` is absolute. */
export type AgentEntry = Readonly<Infer<typeof agentEntrySchema>>;

/** Commands or paths that a rule's author says it matches or does not match. */
export interface RuleExamples {
  readonly rule: Rule;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

/** The settings in effect: every layer merged, defaults filled in, paths absolute. */
export interface EffectiveConfig {
  readonly model: ModelSettings;
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  readonly paths: { readonly confine: boolean };
  readonly maxOutput: number;
  readonly previewLines: number;
  /** Seconds; 0 = never. */
  readonly watchdogTimeout: number;
  readonly maxTurns: number;
  readonly whileRunning: "cancel" | "steer";
  /** How the terminal tells that a question waits or a long turn has ended. */
  readonly notify: "bell" | "osc9" | "osc777" | "off";
  readonly ui: "auto" | "line" | "window";
  /** Colours of the window. */
  readonly theme: "auto" | "dark" | "light" | "contrast";
  /** Nothing in the window moves by itself. */
  readonly reducedMotion: boolean;
  /** Line mode instead of the window. */
  readonly screenReader: boolean;
  /** Keys of the window by action, as `ctrl+r`; an empty list: the action has none. Absent: the default keys. */
  readonly keys: Readonly<Partial<Record<KeyAction, readonly string[]>>>;
  /** Further instruction files; `false` = read none at all, not even AGENTS.md. */
  readonly instructions: readonly string[] | false;
  readonly acp: { readonly title: string; readonly clientTerminal: boolean };
  readonly textToolCalls: "auto" | "on" | "off";
  readonly compaction: {
    readonly auto: boolean;
    readonly threshold: number;
    readonly [key: string]: unknown;
  };
  /** From `MM_LOG`. */
  readonly log?: string;
  readonly bashTool: boolean;
  /** False after `lsp: false`. */
  readonly lsp: boolean;
  readonly editTools: boolean;
  readonly fetchContentTool: boolean;
  readonly skillsDir: readonly string[];
  readonly mmConfigs: Readonly<Record<string, AgentEntry>>;
  /** Settings by plugin key (`bash`, `edit`, …), as written. */
  readonly slices: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly plugins: readonly PluginEntry[];
}

/** What the command line gave. Values are unchecked texts where a flag takes one. */
export interface ConfigFlags {
  readonly config?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly yolo?: boolean;
  readonly mode?: string;
  /** `tool` or `tool:pattern`. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly maxTurns?: string | number;
  /** `--line`. */
  readonly line?: boolean;
}

export interface LoadConfigOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: ConfigFlags;
  /** The file to use as if `--config` named it. */
  readonly configFile?: string;
  /** True when the person has trusted the project's folder. */
  readonly trusted: boolean;
  /** Decides whether a rule of `tool` with `pattern` covers `value`; rule examples are checked with it. */
  readonly matches?: (tool: string, pattern: string, value: string) => boolean;
}

export interface LoadedConfig {
  readonly config: EffectiveConfig;
  /** By key path (`acp.title`); the deepest path that was set, without the defaults. */
  readonly origins: Readonly<Record<string, Source>>;
  readonly warnings: readonly ConfigWarning[];
  readonly errors: readonly ConfigError[];
  /** The git root, else the working directory, by its real path. */
  readonly projectRoot: string;
  /** Config files that were read. */
  readonly files: readonly string[];
}
