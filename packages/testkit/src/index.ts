export { startModelServer } from "./model-server/model-server.js";
export type {
  ModelServer,
  ModelServerOptions,
  ServerRequest,
  ServerScript,
} from "./model-server/model-server.js";
export { streamBytes } from "./model-server/reply.js";
export type { ServerReply, StreamPiece } from "./model-server/reply.js";
export { messageEvents, type MessageBlock } from "./model-server/message-events.js";
export { messagesFault } from "./model-server/strict-messages.js";
export { chatFault } from "./model-server/strict.js";
export { cleanEnv, MM_BIN, runMm, tempFolder, type RunOptions, type RunResult } from "./run-mm.js";
export { openScreen, type ScreenOptions, type TestScreen } from "./screen.js";
