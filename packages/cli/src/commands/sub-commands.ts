import { runAcpCommand } from "./acp.js";
import { runCall } from "./call.js";
import { runConfig } from "./config.js";
import { runDemo } from "./demo.js";
import { runDoctor } from "./doctor.js";
import { runLogin, runLogout } from "./login.js";
import { runModels } from "./models.js";
import { runPermissions } from "./permissions.js";
import { runSessions } from "./sessions.js";
import { runTools } from "./tools.js";
import { runTrust } from "./trust.js";
import type { RunCommand } from "./table.js";

/** The sub-commands by name; a module of its own, so that a one-shot turn loads none of them and few files. */
export const SUB_COMMANDS = {
  acp: runAcpCommand,
  tools: runTools,
  call: runCall,
  demo: runDemo,
  config: runConfig,
  models: runModels,
  login: runLogin,
  logout: runLogout,
  sessions: runSessions,
  permissions: runPermissions,
  trust: runTrust,
  doctor: runDoctor,
} satisfies Readonly<Record<string, RunCommand>>;
