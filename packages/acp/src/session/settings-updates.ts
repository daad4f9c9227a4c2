import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { CommandInfo, Session } from "@mm-agent/agent";
import type { MmEvent } from "@mm-agent/core";
import { configOptions } from "../options/config-options.js";

/** Commands that an editor has its own ways for, or that make no sense in it. */
const EDITOR_HAS: ReadonlySet<string> = new Set(["exit", "abort", "resume", "sessions"]);

/** What the client learns when the session's settings changed, by the client itself, a command or the runtime. */
export function settingsUpdates(
  change: Extract<MmEvent, { type: "session.changed" }>,
  session: Session,
  models: readonly string[],
): readonly SessionUpdate[] {
  const updates: SessionUpdate[] = [];
  if (change.mode !== undefined)
    updates.push({ sessionUpdate: "current_mode_update", currentModeId: change.mode });
  if (change.title === undefined)
    updates.push({ sessionUpdate: "config_option_update", configOptions: configOptions(session, models) });
  if (change.commands) updates.push(commandsUpdate(change.commands));
  return updates;
}

/** Together they keep the list in one line of less than 64 KiB. */
const MOST_COMMANDS = 150;
const LONGEST_DESCRIPTION = 200;

export function commandsUpdate(commands: readonly CommandInfo[]): SessionUpdate {
  return {
    sessionUpdate: "available_commands_update",
    availableCommands: commands
      .filter(({ name }) => !EDITOR_HAS.has(name))
      .slice(0, MOST_COMMANDS)
      .map(({ name, description, hint }) => ({
        name,
        description: description.slice(0, LONGEST_DESCRIPTION),
        ...(hint === undefined ? {} : { input: { hint } }),
      })),
  };
}
