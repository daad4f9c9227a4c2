/** Lays `over` over `base`: objects merge, everything else replaces. Undefined keeps the base. */
export function mergeOptions(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = mergeOptions(merged[key], value);
  return merged;
}

/** The value at a dotted section name; `{}` where there is none, because some servers turn features off for null. */
export function sectionOf(settings: unknown, section: string | undefined): unknown {
  if (section === undefined || section === "") return settings ?? {};
  let value: unknown = settings;
  for (const key of section.split(".")) value = isObject(value) ? value[key] : undefined;
  if (value === undefined && isObject(settings)) value = settings[section];
  return value ?? {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
