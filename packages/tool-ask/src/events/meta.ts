/** Keys in `_meta` that two mm understand; other agents neither send nor need them. */
export const AGENT_META = "mm/agent";
export const RULE_META = "mm/rule";
export const LABEL_META = "mm/label";
export const WHY_META = "mm/why";
export const REASON_META = "mm/reason";

type Meta = Readonly<Record<string, unknown>> | null | undefined;

/** The path of agents below the asked one that an update or a question comes from. */
export function agentPath(meta: Meta): readonly string[] {
  const path = meta?.[AGENT_META];
  return Array.isArray(path) ? path.filter((name) => typeof name === "string") : [];
}

export function textMeta(meta: Meta, key: string): string | undefined {
  const text = meta?.[key];
  return typeof text === "string" && text !== "" ? text : undefined;
}
