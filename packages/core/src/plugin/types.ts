import type { JsonSchema } from "../schema/types.js";
import type { Block, Ctx, Logger, Result, Tool } from "../tool/types.js";
import type { Workspace } from "../workspace/types.js";

/** The plugin contract's number. A plugin with a higher one is refused by name. */
export const API_VERSION = 1;

/** What a plugin sees of the session it is set up for. */
export interface PluginSession {
  readonly id: string;
  readonly cwd: string;
  /** The plugin's own slice of the configuration. */
  readonly config: unknown;
  /** The environment for child processes, without provider keys. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly workspace: Workspace;
  /** False until the person has trusted the folder: nothing that the project brings may be executed. */
  readonly trusted: boolean;
  readonly limits: { readonly maxOutput: number };
  /** Tells the person something once, for example that a listed server is missing. */
  notice(text: string): void;
}

export interface AbsentTool {
  readonly name: string;
  /** One line: why the tool is not declared. */
  readonly reason: string;
}

export interface BeforeToolInfo {
  readonly tool: Tool;
  readonly input: unknown;
  readonly ctx: Ctx;
}

export interface AfterToolInfo extends BeforeToolInfo {
  readonly result: Result;
}

export interface Hooks {
  /** Before planning and permission. `refuse` ends the call with that text; `input` replaces the input and is validated again. */
  beforeTool?(info: BeforeToolInfo): Promise<BeforeToolOutcome | undefined> | BeforeToolOutcome | undefined;
  /** After the tool ran; may only append to what the model reads. */
  afterTool?(
    info: AfterToolInfo,
  ): Promise<{ readonly append: string } | undefined> | { readonly append: string } | undefined;
}

export type BeforeToolOutcome = { readonly refuse: string } | { readonly input: unknown };

/** What a slash command gives back; every field is optional. */
export interface CommandOutcome {
  /** Shown to the person, not to the model. */
  readonly print?: readonly Block[];
  /** Sent to the model as the person's next message. */
  readonly prompt?: string;
  /** Added to the history without a request. */
  readonly exchange?: { readonly user: string; readonly assistant: string };
}

export interface CommandContext {
  readonly sessionId: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly ctx: Ctx;
}

/** A slash command, the same in line mode, window mode and ACP. */
export interface Command {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What stands behind the name, for completion: `<agent> <prompt>`. */
  readonly hint?: string;
  run(
    args: string,
    context: CommandContext,
  ): Promise<CommandOutcome | undefined> | CommandOutcome | undefined;
}

export interface PluginInstance {
  readonly tools: readonly Tool[];
  readonly absent?: readonly AbsentTool[];
  readonly commands?: readonly Command[];
  readonly hooks?: Hooks;
  /** Text for the system prompt, fixed for the session. */
  readonly context?: string;
  dispose?(): Promise<void> | void;
}

export interface Plugin {
  readonly apiVersion: number;
  readonly name: string;
  readonly version?: string;
  /** The slice of the configuration this plugin owns, with its JSON Schema. */
  readonly config?: { readonly key: string; readonly schema: JsonSchema };
  setup(session: PluginSession): Promise<PluginInstance> | PluginInstance;
}
