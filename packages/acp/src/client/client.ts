import type {
  CreateTerminalRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  TerminalExitStatus,
} from "@agentclientprotocol/sdk";

/** The editor's side of the connection, as far as mm calls it. Every wait ends with the signal. */
export interface Client {
  update(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Rejects when the client refuses, and when the signal aborts: the client is told to drop the question. */
  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  readText(sessionId: string, path: string, signal?: AbortSignal): Promise<string>;
  writeText(sessionId: string, path: string, content: string, signal?: AbortSignal): Promise<void>;
  createTerminal(request: CreateTerminalRequest, signal: AbortSignal): Promise<ClientTerminal>;
}

export interface ClientTerminal {
  readonly id: string;
  exited(signal: AbortSignal): Promise<TerminalExitStatus>;
  output(): Promise<{ readonly output: string; readonly truncated: boolean }>;
  kill(): Promise<void>;
  release(): Promise<void>;
}
