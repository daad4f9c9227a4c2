import type { InitializeRequest, InitializeResponse } from "@agentclientprotocol/sdk";
import { readCapabilities } from "../client/capabilities.js";
import { AUTH_METHOD } from "./authenticate.js";
import { readTitle } from "./read-title.js";
import type { Server } from "./types.js";

/** The newest version of the protocol that mm speaks. */
const PROTOCOL_VERSION = 1;

/** Says what mm can do. Does no work: registries time it, and editors wait for it. */
export async function initialize(server: Server, request: InitializeRequest): Promise<InitializeResponse> {
  server.can = readCapabilities(request.clientCapabilities);
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "mm", title: await readTitle(server.options), version: server.options.version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: {
        list: {},
        resume: {},
        close: {},
        delete: {},
        ...(server.options.unstable ? { fork: {} } : {}),
      },
      auth: { logout: {} },
    },
    authMethods: [AUTH_METHOD],
  };
}
