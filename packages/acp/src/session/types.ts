import type {
  ContentBlock,
  McpServer,
  PromptResponse,
  SessionConfigOption,
  SessionModeState,
} from "@agentclientprotocol/sdk";
import type { OpenOptions } from "@mm-agent/agent";
import type { ClientCan } from "../client/capabilities.js";
import type { Client } from "../client/client.js";

/** A conversation as an editor holds it: one runtime, one folder. */
export interface AcpSession {
  /** The editor's name for it. `/new` begins another conversation of ours under the same name. */
  readonly id: string;
  readonly cwd: string;
  /** The id of the stored conversation: the session's own, until `/new`. */
  conversation(): string;
  state(): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] };
  /** Tells what the client can only be told after it knows the session: commands, notices, models. */
  started(): void;
  /** Sends the conversation so far; resolves when everything was written. */
  replay(): Promise<void>;
  /** Runs one turn or slash command; prompts that come meanwhile wait. */
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse>;
  /** Ends the running prompt and those that wait; they answer `cancelled`. */
  cancel(): void;
  /** False when there is no such mode. */
  setMode(mode: string): boolean;
  /** A text when the option or the value does not exist. */
  setOption(id: string, value: string): Promise<string | undefined>;
  dispose(): Promise<void>;
}

export interface OpenAcpSession {
  readonly cwd: string;
  /** The whole id of a stored session. */
  readonly resume?: string;
  /** False: nothing of the conversation is stored. */
  readonly store?: boolean;
  readonly mcpServers: readonly McpServer[];
  readonly client: Client;
  readonly can: ClientCan;
  /** What the command line gave. */
  readonly runtime: Omit<OpenOptions, "cwd" | "files" | "adaptTool">;
}

/** Why a session cannot be opened. */
export type OpenFault =
  | { readonly kind: "unknown" }
  /** No provider or no key. */
  | { readonly kind: "auth"; readonly text: string }
  | { readonly kind: "failed"; readonly text: string };
