/** The key in `_meta` that holds the path of asked agents an update or a question comes from. */
export const AGENT_META = "mm/agent";

/** The path as `_meta`; nothing for what the session does itself. */
export function agentMeta(agent: readonly string[] | undefined): {
  readonly _meta?: Readonly<Record<string, unknown>>;
} {
  return agent && agent.length > 0 ? { _meta: { [AGENT_META]: [...agent] } } : {};
}
