// The part of the Agent Client Protocol, version 1, that passes through this package's interface. The SDK's own types stay
// inside: whoever installs the package does not have them.

interface HasMeta {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource_link"; readonly uri: string; readonly name: string }
  | { readonly type: "resource"; readonly resource: unknown };

export type CallKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "switch_mode"
  | "other";

export type CallContent =
  | { readonly type: "content"; readonly content: ContentBlock }
  | {
      readonly type: "diff";
      readonly path: string;
      readonly oldText?: string | null;
      readonly newText: string;
    }
  | { readonly type: "terminal"; readonly terminalId: string };

/** What is told of a call; only the id is always there. */
export interface CallFields extends HasMeta {
  readonly toolCallId: string;
  readonly title?: string | null;
  /** The tool's name, where the agent gives it. */
  readonly name?: string | null;
  readonly kind?: CallKind | null;
  readonly status?: "pending" | "in_progress" | "completed" | "failed" | null;
  readonly content?: readonly CallContent[] | null;
  readonly rawInput?: unknown;
}

/** What an agent tells while it works. */
export type Update =
  | ({
      readonly sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk";
      readonly content: ContentBlock;
      readonly messageId?: string | null;
    } & HasMeta)
  | ({ readonly sessionUpdate: "tool_call" | "tool_call_update" } & CallFields)
  | ({
      readonly sessionUpdate: "notice";
      readonly severity: string;
      readonly title: string;
      readonly description?: string | null;
    } & HasMeta)
  | ({
      readonly sessionUpdate:
        | "plan"
        | "available_commands_update"
        | "current_mode_update"
        | "config_option_update"
        | "session_info_update"
        | "usage_update"
        | "compaction_update";
    } & HasMeta);

export interface QuestionOption extends HasMeta {
  readonly optionId: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
}

/** An agent asks whether a call may run. */
export interface Question extends HasMeta {
  readonly sessionId: string;
  readonly toolCall: CallFields;
  readonly options: readonly QuestionOption[];
}

export interface QuestionAnswer extends HasMeta {
  readonly outcome:
    | { readonly outcome: "selected"; readonly optionId: string }
    | { readonly outcome: "cancelled" };
}

/** Why an agent's turn ended. */
export type StopReason = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";

/** What an agent says of itself when it starts. */
export interface AgentInfo {
  readonly protocolVersion: number;
  readonly agentInfo?: {
    readonly name: string;
    readonly title?: string | null;
    readonly version: string;
  } | null;
  readonly agentCapabilities?: {
    readonly loadSession?: boolean;
    readonly sessionCapabilities?: { readonly close?: unknown } | null;
  } | null;
}

/** What an agent says of a new session. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly modes?: {
    readonly currentModeId: string;
    readonly availableModes: readonly { readonly id: string; readonly name: string }[];
  } | null;
  readonly configOptions?:
    | readonly { readonly id: string; readonly category?: string | null; readonly currentValue?: unknown }[]
    | null;
}
