import type { McpServer, SessionUpdate } from "@agentclientprotocol/sdk";
import type { Runtime, Session } from "@mm-agent/agent";
import { startDeadline, type Block, type MmEvent } from "@mm-agent/core";
import { configOptions, isThinking, SERVER_DEFAULT } from "../options/config-options.js";
import { isMode, modeState } from "../options/modes.js";
import type { Outlet } from "../updates/create-outlet.js";
import type { Mapper } from "../updates/map-event.js";
import { runPrompt } from "./run-prompt.js";
import { commandsUpdate } from "./settings-updates.js";
import type { Teller } from "./teller.js";
import type { TurnGate } from "./turn-gate.js";
import type { AcpSession } from "./types.js";

export interface SessionParts {
  readonly runtime: Runtime;
  readonly session: Session;
  readonly outlet: Outlet;
  readonly mapper: Mapper;
  readonly gate: TurnGate;
  readonly teller: Teller;
  /** Names of the server's models, filled in when the server has told them. */
  readonly models: string[];
  readonly mcpServers: readonly McpServer[];
}

/** Milliseconds the model's server has to name its models. */
const MODELS_MS = 8000;
/** Names in the list; `/model` takes any other. */
const MOST_MODELS = 200;

/** Updates that may only stand between a prompt and its answer. */
const TURN_ONLY: ReadonlySet<SessionUpdate["sessionUpdate"]> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
]);

/** Binds a session of the runtime to an editor. */
export function createAcpSession(parts: SessionParts): AcpSession {
  const { runtime, session, outlet, mapper, gate, teller, models } = parts;
  const { id } = session;
  const closing = new AbortController();
  let title = session.title;
  let told = false;
  let unsubscribe: (() => void) | undefined;

  const push = (updates: readonly SessionUpdate[]): void => {
    for (const update of updates)
      if (gate.running() || !TURN_ONLY.has(update.sessionUpdate)) outlet.push(update);
  };
  const onEvent = (event: MmEvent): void => {
    push(mapper.map(event));
    // The session has its title right after the event that starts the first turn.
    queueMicrotask(tellTitle);
  };
  const tellTitle = (): void => {
    if (session.title === title || session.title === "") return;
    title = session.title;
    outlet.push({ sessionUpdate: "session_info_update", title, updatedAt: new Date().toISOString() });
  };
  const listen = (): void => {
    unsubscribe ??= session.subscribe(onEvent);
  };
  const askModels = async (): Promise<void> => {
    const { provider } = session;
    if (!provider.models) return;
    const deadline = startDeadline(MODELS_MS, closing.signal);
    const found = await provider.models(deadline.signal).catch(() => []);
    deadline.end();
    if (closing.signal.aborted || found.length === 0) return;
    models.splice(0, models.length, ...found.slice(0, MOST_MODELS).map((model) => model.id));
    outlet.push({ sessionUpdate: "config_option_update", configOptions: configOptions(session, models) });
  };

  return {
    id,
    cwd: session.cwd,
    conversation: () => session.id,
    state: () => ({ modes: modeState(session.mode), configOptions: configOptions(session, models) }),
    started() {
      if (closing.signal.aborted) return;
      outlet.push(commandsUpdate(session.commands));
      listen();
      if (told) return;
      told = true;
      for (const warning of runtime.warnings) push(teller.tell("warning", warning));
      if (parts.mcpServers.length > 0) push(teller.tell("warning", mcpText(parts.mcpServers)));
      void askModels();
    },
    async replay() {
      await gate.idle();
      for (const update of mapper.replay(await session.replay())) outlet.push(update);
      await outlet.flush();
    },
    async prompt(blocks, signal) {
      listen();
      return gate.run(
        signal,
        async (turn) => {
          for (const update of teller.pending()) outlet.push(update);
          try {
            const scope = { session, outlet, maxChars: runtime.config.maxOutput };
            return await runPrompt(blocks, turn, scope);
          } finally {
            for (const update of mapper.close()) outlet.push(update);
            await outlet.flush();
          }
        },
        { stopReason: "cancelled" },
      );
    },
    cancel: gate.cancel,
    setMode(mode) {
      if (!isMode(mode)) return false;
      listen();
      session.set({ mode });
      return true;
    },
    async setOption(option, value) {
      listen();
      if (option === "mode") {
        if (!isMode(value)) return `there is no mode ${JSON.stringify(value)}`;
        session.set({ mode: value });
      } else if (option === "thinking") {
        if (value !== SERVER_DEFAULT && !isThinking(value))
          return `thinking cannot be ${JSON.stringify(value)}`;
        session.set({ thinking: isThinking(value) ? value : undefined });
      } else if (option === "model") {
        if (value !== session.provider.model && !models.includes(value))
          return `there is no model ${JSON.stringify(value)}`;
        const reply = await session.command(`/model ${value}`);
        if (reply.kind === "done" && !reply.ok) return textOf(reply.print);
      } else return `there is no option ${JSON.stringify(option)}`;
      return undefined;
    },
    async dispose() {
      closing.abort();
      gate.cancel();
      await gate.idle();
      unsubscribe?.();
      await session.dispose();
      await runtime.dispose();
      await outlet.flush();
    },
  };
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map((block) => ("text" in block ? block.text : "")).join("\n");
}

function mcpText(servers: readonly McpServer[]): string {
  const names = servers.map(({ name }) => name).join(", ");
  return `MCP servers are not used yet: ${names}. mm works with its own tools and plugins.`;
}
