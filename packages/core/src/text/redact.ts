/** Replaces secret values wherever they stand in a JSON value or a text. */
export interface Redactor {
  text(value: string): string;
  /** A copy of a JSON value with every string redacted, keys included. */
  value<T>(value: T): T;
}

const MASK = "[redacted]";
/** Shorter values would hit ordinary words. */
const SHORTEST = 8;

/** A redactor for known secret values, in plain form and as they stand inside JSON and URLs. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret));
  }
  // Longest first, so that a secret which contains another is masked whole.
  const ordered = [...forms].toSorted((a, b) => b.length - a.length);
  const text = (value: string): string => {
    let out = value;
    for (const form of ordered) if (out.includes(form)) out = out.split(form).join(MASK);
    return out;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value !== null && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), walk(inner)]));
    return value;
  };
  return {
    text: ordered.length === 0 ? (value) => value : text,
    value: <T>(value: T): T => (ordered.length === 0 ? value : (walk(value) as T)),
  };
}
