export { createProvider, PROVIDER_NAMES } from "./provider/create-provider.js";
export type { CreatedProvider } from "./provider/create-provider.js";
export type { ModelSettings } from "./provider/settings.js";
export type {
  AssistantBlock,
  AssistantMessage,
  CallBlock,
  ErrorClass,
  ImageBlock,
  Message,
  ModelEvent,
  ModelInfo,
  ModelRequest,
  Provider,
  StopReason,
  TextBlock,
  ThinkingLevel,
  ThoughtBlock,
  ToolMessage,
  UserBlock,
  UserMessage,
} from "./provider/types.js";
