/** The parts of `vscode-jsonrpc` that are used, by name: a bundled CommonJS module has only a default export. */
export {
  CancellationTokenSource,
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
