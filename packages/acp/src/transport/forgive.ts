const SETUP = new Set(["session/new", "session/load", "session/resume", "session/fork"]);

/** Fills in what real clients leave out: `mcpServers` of the requests that set a session up. */
export function forgive(message: unknown): unknown {
  if (!isRecord(message) || !SETUP.has(String(message["method"]))) return message;
  const params = message["params"];
  if (!isRecord(params) || Array.isArray(params["mcpServers"])) return message;
  if (params["mcpServers"] !== undefined && params["mcpServers"] !== null) return message;
  return { ...message, params: { ...params, mcpServers: [] } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
