import { RequestError, type AuthMethod } from "@agentclientprotocol/sdk";
import type { Server } from "./types.js";

/** The one way to log in: a model that the configuration and the environment make reachable. */
export const AUTH_METHOD: AuthMethod = {
  id: "configured-key",
  name: "Configured model",
  description:
    "Uses the model of mm's configuration, or the first that is found: a server on this machine, or a provider whose key is in the agent's environment or stored with mm login. mm doctor checks it.",
};

/** Succeeds when a session would have a model; otherwise the error says what is missing. No model is asked. */
export async function authenticate(server: Server, methodId: string): Promise<void> {
  if (methodId !== AUTH_METHOD.id)
    throw RequestError.invalidParams({ methodId }, `there is no login method ${JSON.stringify(methodId)}`);
  const { openRuntime } = await import("@mm-agent/agent");
  const opened = await openRuntime({ ...(await server.options.runtime()), cwd: server.options.cwd });
  if (!opened.ok) throw RequestError.authRequired(undefined, opened.text);
  const begun = await opened.runtime.openSession({ store: false });
  if (begun.ok) await begun.session.dispose();
  await opened.runtime.dispose();
  if (!begun.ok) throw RequestError.authRequired(undefined, begun.text);
  server.loggedOut = false;
}
