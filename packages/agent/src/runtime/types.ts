import type {
  Answer,
  ClientFiles,
  Dispatcher,
  EventBody,
  PermissionPolicy,
  PermissionRequest,
  Redactor,
  Tool,
  Command,
} from "@mm-agent/core";
import type { EffectiveConfig } from "../config/types.js";
import type { ConfigFlags } from "../config/types.js";
import type { ConfigLine } from "../config/describe-config.js";
import type { Saved } from "../config/save-setting.js";
import type { ConfigKey } from "../config/schema.js";
import type { PluginReport } from "../plugins/types.js";
import type { listModels } from "../provider/list-models.js";
import type { Provider } from "../provider/types.js";
import type { SessionArchive } from "../session/archive.js";
import type { Session, SessionStore } from "../session/types.js";

export interface OpenOptions {
  /** The folder to work in, absolute or relative to the process's. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: ConfigFlags;
  /** Import thunks of the built-in plugins, by the names of the built-in table. */
  readonly builtin: Readonly<Record<string, () => Promise<unknown>>>;
  /** How to start another mm. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly version: string;
  /** Trust the project's configuration for this run. */
  readonly trust?: boolean;
  /** Text files go through an editor that holds unsaved buffers. */
  readonly files?: ClientFiles;
  /**
   * Called as soon as the settings are read, before any plugin is loaded, and waited for: a front end shows itself
   * meanwhile. Not called when they are wrong.
   */
  configured?(config: EffectiveConfig, cwd: string): Promise<void>;
  /** Puts another tool in the place of a loaded one, for a front end that runs it elsewhere. Name and input stay. */
  adaptTool?(tool: Tool, config: EffectiveConfig): Tool;
}

/** A folder whose own configuration does not count yet. */
export interface TrustQuestion {
  /** Real path of the project's root. */
  readonly folder: string;
  /** What is ignored until the folder is trusted: config keys (`file: key`), commands (`command /name`). */
  readonly ignored: readonly string[];
}

/** The configuration, the plugins and the workspace of one folder: what every front end starts from. */
export interface Runtime {
  readonly id: string;
  readonly cwd: string;
  readonly config: EffectiveConfig;
  /** Complete texts: everything that was dropped, each once. */
  readonly warnings: readonly string[];
  readonly trusted: boolean;
  readonly plugins: readonly PluginReport[];
  readonly tools: readonly Tool[];
  /** Of the plugins. A session's own list, `session.commands`, holds the runtime's and the person's too. */
  readonly commands: readonly Command[];
  readonly policy: PermissionPolicy;
  readonly redactor: Redactor;
  /** The sessions of this folder's project. */
  readonly sessions: SessionArchive;
  /** Undefined when the folder was decided about, or when nothing is ignored. */
  trustQuestion(): TrustQuestion | undefined;
  /** Stores the answer. It counts from the next `openRuntime` on: dispose of this runtime and open it again. */
  trust(trusted: boolean): Promise<void>;
  /** The settings in effect, for people: secrets hidden. */
  describe(): readonly ConfigLine[];
  /** What a provider offers, with the windows that are known. Failures are texts for a person. */
  listModels(provider: string): ReturnType<typeof listModels>;
  /** Writes a setting into the user's config file; it counts from the next `openRuntime` on. */
  saveSetting(key: ConfigKey, value: string | number | boolean): Promise<Saved>;
  /** A dispatcher without a model. */
  openDispatcher(emit: (event: EventBody) => void): Dispatcher;
  openSession(options: OpenSessionOptions): Promise<
    | { readonly ok: true; readonly session: Session }
    /** `provider`: there is no model, or no key for it; what would help is in the text. */
    | { readonly ok: false; readonly text: string; readonly reason?: "provider" }
  >;
  dispose(): Promise<void>;
}

export interface OpenSessionOptions {
  /** Instead of the one in the configuration. */
  readonly provider?: Provider;
  /** Absent: whatever would ask is rejected. The signal ends with the turn: take the question away then. */
  readonly ask?: (request: PermissionRequest, signal: AbortSignal) => Promise<Answer>;
  /** Default: a file in the state folder. `false` keeps nothing. */
  readonly store?: SessionStore | false;
  /** Goes on with this session: an id, the beginning of one, or `latest`. */
  readonly resume?: string;
}
