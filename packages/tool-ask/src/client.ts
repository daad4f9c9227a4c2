export { startAgent } from "./client/start-agent.js";
export type {
  AgentCommand,
  AgentFailure,
  AgentProcess,
  AgentSession,
  Question,
  StartOptions,
  TurnHandlers,
  Update,
} from "./client/types.js";
