import type { Args } from "../args/parse-args.js";
import type { Out } from "../output/write.js";

/** Runs one sub-command and resolves to the exit code. */
export type RunCommand = (args: Args, out: Out) => Promise<number>;

/** Every sub-command, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<RunCommand>>> = {
  acp: async () => (await import("./acp.js")).runAcpCommand,
  tools: async () => (await import("./tools.js")).runTools,
  call: async () => (await import("./call.js")).runCall,
  demo: async () => (await import("./demo.js")).runDemo,
  config: async () => (await import("./config.js")).runConfig,
  sessions: async () => (await import("./sessions.js")).runSessions,
  permissions: async () => (await import("./permissions.js")).runPermissions,
  trust: async () => (await import("./trust.js")).runTrust,
  doctor: async () => (await import("./doctor.js")).runDoctor,
};

/** What runs when there is a prompt and no sub-command. */
export const PRINT = async (): Promise<RunCommand> => (await import("./print.js")).runPrint;
