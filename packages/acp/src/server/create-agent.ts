import { agent, RequestError, type AgentApp } from "@agentclientprotocol/sdk";
import type { AcpSession } from "../session/types.js";
import { authenticate } from "./authenticate.js";
import { deleteSession } from "./delete-session.js";
import { forkSession, parseFork } from "./fork-session.js";
import { initialize } from "./initialize.js";
import { listSessions } from "./list-sessions.js";
import { close, sessionOf, setUp, takeUp } from "./set-up.js";
import type { Server } from "./types.js";

/** Every request and notification that mm answers. */
export function createAgent(server: Server): AgentApp {
  const app = agent({ name: "mm" })
    .onRequest("initialize", async ({ params }) => {
      const response = await initialize(server, params);
      // The editor's next request needs the runtime; loading it now does not delay this answer.
      afterAnswer(() => void import("../session/open-acp-session.js").catch(() => {}));
      return response;
    })
    .onRequest("authenticate", async ({ params }) => {
      await authenticate(server, params.methodId);
    })
    .onRequest("logout", () => {
      server.loggedOut = true;
    })
    .onRequest("session/new", async ({ params }) => {
      const { cwd, mcpServers, _meta: meta } = params;
      // An mm that asks this one keeps what comes of it itself; `mm --continue` must not find it.
      const store = meta?.["mm/store"] !== false;
      const session = await setUp(server, { cwd, mcpServers, ...(store ? {} : { store }) });
      return { sessionId: session.id, ...begin(session) };
    })
    .onRequest("session/load", async ({ params }) => {
      const { sessionId, ...setting } = params;
      const session = await takeUp(server, { ...setting, resume: sessionId });
      await session.replay();
      return begin(session);
    })
    .onRequest("session/resume", async ({ params }) => {
      const { sessionId, cwd, mcpServers } = params;
      return begin(await takeUp(server, { cwd, mcpServers: mcpServers ?? [], resume: sessionId }));
    })
    .onRequest("session/list", async ({ params }) => listSessions(server, params))
    .onRequest("session/close", async ({ params }) => {
      if (!(await close(server, params.sessionId))) throw RequestError.sessionNotFound(params.sessionId);
    })
    .onRequest("session/delete", async ({ params }) => deleteSession(server, params.sessionId))
    .onRequest("session/set_mode", ({ params }) => {
      if (sessionOf(server, params.sessionId).setMode(params.modeId)) return {};
      throw RequestError.invalidParams(undefined, `there is no mode ${JSON.stringify(params.modeId)}`);
    })
    .onRequest("session/set_config_option", async ({ params }) => {
      const session = sessionOf(server, params.sessionId);
      const wrong = await session.setOption(params.configId, String(params.value));
      if (wrong !== undefined) throw RequestError.invalidParams(undefined, wrong);
      return { configOptions: session.state().configOptions };
    })
    .onRequest("session/prompt", async ({ params, signal }) =>
      sessionOf(server, params.sessionId).prompt(params.prompt, signal),
    )
    .onNotification("session/cancel", ({ params }) => server.sessions.get(params.sessionId)?.cancel());
  if (server.options.unstable)
    app.onRequest("session/fork", parseFork, async ({ params }) => {
      const { response, started } = await forkSession(server, params);
      afterAnswer(started);
      return response;
    });
  return app;
}

function begin(session: AcpSession): ReturnType<AcpSession["state"]> {
  afterAnswer(session.started);
  return session.state();
}

/** Clients drop what they are told about a session they do not know yet. The answer is written before timers run. */
function afterAnswer(work: () => void): void {
  setImmediate(work);
}
