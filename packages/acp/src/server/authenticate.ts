import { RequestError, type AuthMethod } from "@agentclientprotocol/sdk";
import type { Server } from "./types.js";

/** The one way to log in: a model that the configuration and the environment make reachable. */
export const AUTH_METHOD: AuthMethod = {
  id: "configured-key",
  name: "Configured model",
  description:
    "Uses provider, model and key of mm's configuration: ~/.config/mm/config.yaml, or MM_PROVIDER, MM_MODEL and the provider's key variable in the agent's environment. mm doctor checks them.",
};

/** Succeeds when the configured model could be asked; otherwise the error says what is missing. Asks no server. */
export async function authenticate(server: Server, methodId: string): Promise<void> {
  if (methodId !== AUTH_METHOD.id)
    throw RequestError.invalidParams({ methodId }, `there is no login method ${JSON.stringify(methodId)}`);
  const { runtime, cwd } = server.options;
  const { createProvider, loadConfig } = await import("@mm-agent/agent");
  const loaded = await loadConfig({ cwd, env: runtime.env, flags: runtime.flags, trusted: false });
  const [error] = loaded.errors;
  if (error) throw RequestError.authRequired(undefined, error.message);
  const created = createProvider(loaded.config.model, runtime.env, { baseDir: cwd });
  if (!created.ok) throw RequestError.authRequired(undefined, created.text);
  server.loggedOut = false;
}
