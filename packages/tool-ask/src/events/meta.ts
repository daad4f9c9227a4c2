/** The key of the path of agents. These keys in `_meta` only two mm understand; other agents neither send nor need them. */
const AGENT_META = "mm/agent";
export const RULE_META = "mm/rule";
export const LABEL_META = "mm/label";
export const WHY_META = "mm/why";
export const REASON_META = "mm/reason";

interface HasMeta {
  readonly _meta?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The path of agents below the asked one that an update or a call comes from. */
export function agentPath({ _meta: meta }: HasMeta): readonly string[] {
  const path = meta?.[AGENT_META];
  return Array.isArray(path) ? path.filter((name) => typeof name === "string") : [];
}

export function textMeta({ _meta: meta }: HasMeta, key: string): string | undefined {
  const text = meta?.[key];
  return typeof text === "string" && text !== "" ? text : undefined;
}
