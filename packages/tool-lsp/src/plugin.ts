import { definePlugin, type PluginInstance, type PluginSession } from "@mm-agent/core";
import { resolveServers } from "./config/resolve-servers.js";
import { configSchema } from "./config/schema.js";
import type { LspConfig, LspOptions, MissingServer } from "./config/types.js";
import { injectDiagnostics } from "./inject/inject-diagnostics.js";
import { createLspTool } from "./tool/create-lsp-tool.js";
import type { Session } from "./tool/types.js";

/** The plugin: config key `lsp`, tool `lsp`. */
export default definePlugin({ name: "lsp", config: { key: "lsp", schema: configSchema }, setup });

function setup(session: PluginSession): PluginInstance {
  const config = session.config as LspConfig | null | undefined;
  if (config === false)
    return { tools: [], absent: [{ name: "lsp", reason: "turned off in the configuration" }] };
  const options: LspOptions = typeof config === "object" && config !== null ? config : {};
  const { cwd, env, trusted } = session;
  const { servers, warnings, missing } = resolveServers(options.servers, { cwd, env, trusted });
  for (const warning of warnings) session.notice(warning);
  for (const { extensions, reason, wanted } of missing)
    if (wanted) session.notice(`[warning: lsp: no language server for ${extensions.join(", ")}: ${reason}]`);
  if (servers.length === 0) {
    const reason = options.servers
      ? "none of the servers in lsp.servers was found on the PATH"
      : (missing[0]?.reason ?? "no language server is installed");
    return { tools: [], absent: [{ name: "lsp", reason }] };
  }
  let opened: Promise<Session> | undefined;
  const open = (): Promise<Session> => (opened ??= openSession(session, options, servers, missing));
  return {
    tools: [createLspTool({ servers, extended: options.extended === true, open })],
    ...(options.injectDiagnostics
      ? {
          hooks: {
            afterTool: injectDiagnostics({
              servers,
              open,
              waitMs: options.waitMs ?? WAIT_MS,
              log: session.log,
            }),
          },
        }
      : {}),
    async dispose() {
      await (await opened)?.pool.dispose();
    },
  };
}

const WAIT_MS = 3000;

async function openSession(
  session: PluginSession,
  options: LspOptions,
  servers: Session["pool"]["servers"],
  missing: readonly MissingServer[],
): Promise<Session> {
  const { LanguageServerPool } = await import("./pool.js");
  const pool = new LanguageServerPool({
    root: session.workspace.root,
    servers,
    readText: (path, signal) => session.workspace.readText(path, signal),
    log: (message) => session.log.debug(message),
    startMs: options.startMs ?? 30_000,
    idleMs: options.idleMs ?? 0,
  });
  return {
    pool,
    missing,
    limits: {
      waitMs: options.waitMs ?? WAIT_MS,
      readyMs: options.readyMs ?? 30_000,
      requestMs: options.requestMs ?? 20_000,
    },
  };
}
