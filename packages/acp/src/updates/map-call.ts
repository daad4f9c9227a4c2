import type {
  SessionUpdate,
  ToolCall,
  ToolCallContent,
  ToolCallUpdate,
  ToolKind as AcpKind,
} from "@agentclientprotocol/sdk";
import type { FileChange, MmEvent, PermissionRequest } from "@mm-agent/core";
import { agentMeta } from "./agent-meta.js";
import { fence } from "./fence.js";
import { acpKind, toLocations } from "./locations.js";
import type { MapperOptions } from "./map-event.js";
import { rawInput } from "./raw-input.js";
import { terminalEnd } from "./terminal-end.js";
import { toolContent } from "./tool-content.js";

/** The client terminal a call runs in, by call id. */
export type EmbeddedTerminals = ReadonlyMap<string, string>;

type CallEvent = Extract<MmEvent, { type: "tool.planned" | "tool.started" | "tool.progress" | "tool.done" }>;

/** What was announced about a call that has not ended. */
interface OpenCall {
  readonly about: { readonly title: string; readonly name: string; readonly kind: AcpKind };
  readonly details: Pick<ToolCall, "locations" | "rawInput">;
  readonly content: readonly ToolCallContent[];
  readonly changes: readonly FileChange[];
  readonly agent: readonly string[] | undefined;
  /** Its output goes to a terminal that the client draws and mm feeds. */
  readonly fed: boolean;
  streamed: boolean;
  tail: string;
  shownAt: number;
}

/** Characters of running output that a client without terminals is shown, and the pause between two looks in ms. */
const TAIL = 4000;
const LOOK_MS = 1000;

export interface CallMapper {
  map(event: CallEvent, replaying: boolean): readonly SessionUpdate[];
  question(request: PermissionRequest): {
    readonly announce: readonly SessionUpdate[];
    readonly call: ToolCallUpdate;
  };
  close(): readonly SessionUpdate[];
}

export function createCallMapper({ cwd, can, terminals }: MapperOptions): CallMapper {
  const open = new Map<string, OpenCall>();

  const announce = (callId: string, call: OpenCall): SessionUpdate => {
    open.set(callId, call);
    const content = call.fed ? [...call.content, terminalOf(callId)] : call.content;
    return {
      sessionUpdate: "tool_call",
      toolCallId: callId,
      ...call.about,
      status: "pending",
      ...call.details,
      ...(content.length > 0 ? { content: [...content] } : {}),
      ...(call.fed ? { _meta: { terminal_info: { terminal_id: callId, cwd } } } : agentMeta(call.agent)),
    };
  };

  const planned = (event: Extract<CallEvent, { type: "tool.planned" }>, replaying: boolean): OpenCall => {
    const { plan, kind } = event;
    const changes = plan.changes ?? [];
    const edits = kind === "edit" || kind === "delete" || kind === "move";
    return {
      about: { title: titleOf(event.agent, event.tool, event.title), name: event.tool, kind: acpKind(kind) },
      details: {
        ...toLocations(
          (plan.paths ?? []).map((path) => ({ path })),
          edits,
        ),
        ...rawInput(event.input),
      },
      content: toolContent(changes, plan.preview ?? []),
      changes,
      agent: event.agent,
      // The output of an asked agent's command does not come here as it runs.
      fed: kind === "execute" && can.terminalOutput && !replaying && (event.agent ?? []).length === 0,
      streamed: false,
      tail: "",
      shownAt: 0,
    };
  };

  const progress = (event: Extract<CallEvent, { type: "tool.progress" }>): readonly SessionUpdate[] => {
    const { callId, block } = event;
    const call = open.get(callId);
    if (!call) return [];
    const update = (more: Omit<ToolCallUpdate, "toolCallId">): readonly SessionUpdate[] => [
      { sessionUpdate: "tool_call_update", toolCallId: callId, ...more },
    ];
    const terminal = terminals.get(callId);
    if (terminal !== undefined) return update({ content: [...call.content, terminalOf(terminal)] });
    const text = block.type === "terminal" ? block.chunk : block.type === "diff" ? "" : block.text;
    if (text === "") return [];
    call.streamed = true;
    if (call.fed)
      return update({
        _meta: { terminal_output: { terminal_id: callId, data: text.replaceAll(/\r?\n/g, "\r\n") } },
      });
    call.tail = (call.tail + text).slice(-TAIL);
    const now = Date.now();
    if (now - call.shownAt < LOOK_MS) return [];
    call.shownAt = now;
    return update({ content: [...call.content, textContent(fence(call.tail))] });
  };

  const done = (event: Extract<CallEvent, { type: "tool.done" }>): readonly SessionUpdate[] => {
    const { callId, ok } = event;
    const call = open.get(callId);
    open.delete(callId);
    const changes = event.changes ?? (ok ? (call?.changes ?? []) : []);
    const blocks =
      event.display ?? (changes.length > 0 && ok ? [] : [{ type: "text", text: event.text } as const]);
    const shown = toolContent(changes, blocks);
    const embedded = terminals.get(callId);
    const own = call?.fed === true && call.streamed;
    const content = embedded !== undefined ? [terminalOf(embedded)] : own ? [terminalOf(callId)] : shown;
    const end: SessionUpdate = {
      sessionUpdate: "tool_call_update",
      toolCallId: callId,
      status: ok ? "completed" : "failed",
      content,
      ...toLocations(event.locations ?? [], false),
      ...(own ? { _meta: terminalEnd(callId, event) } : agentMeta(event.agent)),
    };
    if (call) return [end];
    const title = titleOf(event.agent, event.tool, event.title);
    return [
      { sessionUpdate: "tool_call", toolCallId: callId, title, name: event.tool, status: "pending" },
      end,
    ];
  };

  return {
    map(event, replaying) {
      switch (event.type) {
        case "tool.planned":
          if (open.has(event.callId)) return [];
          return [announce(event.callId, planned(event, replaying))];
        case "tool.started": {
          const call = open.get(event.callId);
          if (!call) return [];
          // Output of a command that ends at once is not worth a look.
          call.shownAt = Date.now();
          return [
            {
              sessionUpdate: "tool_call_update",
              toolCallId: event.callId,
              status: "in_progress",
              ...agentMeta(call.agent),
            },
          ];
        }
        case "tool.progress":
          return progress(event);
        case "tool.done":
          return done(event);
      }
    },
    question(request) {
      const { callId } = request;
      const known = open.get(callId);
      const call: OpenCall = known ?? {
        about: {
          title: titleOf(request.agent, request.tool, request.title),
          name: request.tool,
          kind: acpKind(request.kind),
        },
        details: {},
        content: toolContent(request.changes, request.preview),
        changes: request.changes,
        agent: request.agent,
        fed: false,
        streamed: false,
        tail: "",
        shownAt: 0,
      };
      return {
        announce: known ? [] : [announce(callId, call)],
        call: {
          toolCallId: callId,
          ...call.about,
          status: "pending",
          ...call.details,
          ...(call.content.length > 0 ? { content: [...call.content] } : {}),
          ...agentMeta(request.agent),
        },
      };
    },
    close() {
      const left = [...open.keys()];
      open.clear();
      return left.map((toolCallId) => ({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" }));
    },
  };
}

function titleOf(agent: readonly string[] | undefined, tool: string, title: string): string {
  if (agent && agent.length > 0) return `${agent.join(" · ")} · ${title}`;
  return title === "" || title === tool ? tool : `${tool}: ${title}`;
}

function terminalOf(terminalId: string): ToolCallContent {
  return { type: "terminal", terminalId };
}

function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
