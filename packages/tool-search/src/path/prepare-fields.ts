/**
 * Gives fields that models know from other tools the names they have here, where the call does not use both. Fields
 * whose value says nothing (null, an empty text) are left out. What is no object is handed on as it is.
 */
export function prepareFields(raw: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const given = raw as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    const value = given[key];
    if (name !== undefined && !Object.hasOwn(given, name)) fields[name] ??= value;
    else Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return fields;
}

/** A whole number within bounds, whatever a model sent. */
export function clamp(value: number | undefined, fallback: number, min: number, max: number): number {
  if (value === undefined || !Number.isFinite(value)) return fallback;
  return Math.min(max, Math.max(min, Math.trunc(value)));
}
