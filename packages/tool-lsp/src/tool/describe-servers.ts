import type { ResolvedServer } from "../config/types.js";

/** `gopls (.go), typescript (.ts, .tsx)` */
export function describeServers(servers: readonly ResolvedServer[]): string {
  return servers.map((server) => `${server.name} (${server.extensions.join(", ")})`).join(", ");
}
