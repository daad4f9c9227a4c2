import type { Command } from "@mm-agent/core";
import type { SessionOptions } from "../session/session-options.js";
import { abortCommand } from "./abort.js";
import { compactCommand } from "./compact.js";
import { configCommand } from "./config.js";
import { costCommand } from "./cost.js";
import { exitCommand } from "./exit.js";
import { helpCommand } from "./help.js";
import { modeCommand } from "./mode.js";
import { modelCommand } from "./model.js";
import { newCommand } from "./new.js";
import { permissionsCommand } from "./permissions.js";
import { resumeCommand } from "./resume.js";
import { sessionsCommand } from "./sessions.js";
import { toolsCommand } from "./tools.js";
import type { SessionCommand } from "./types.js";
import { undoCommand } from "./undo.js";

/** The runtime's own commands, in the order of the help. */
export const SESSION_COMMANDS: readonly SessionCommand[] = [
  helpCommand,
  newCommand,
  compactCommand,
  undoCommand,
  abortCommand,
  modelCommand,
  modeCommand,
  toolsCommand,
  permissionsCommand,
  sessionsCommand,
  resumeCommand,
  configCommand,
  costCommand,
  exitCommand,
];

/** Every command of a session: the runtime's, the plugins', the person's. An earlier name wins. */
export function listCommands(
  options: Pick<SessionOptions, "pluginCommands" | "userCommands">,
): readonly (SessionCommand | Command)[] {
  const taken = new Set<string>();
  return [...SESSION_COMMANDS, ...(options.pluginCommands ?? []), ...(options.userCommands ?? [])].filter(
    ({ name }) => !taken.has(name) && taken.add(name),
  );
}
