export type * from "./client/protocol.js";
export { startAgent } from "./client/start-agent.js";
export {
  AgentFailure,
  type AgentCommand,
  type AgentProcess,
  type AgentSession,
  type StartOptions,
  type TurnHandlers,
} from "./client/types.js";
