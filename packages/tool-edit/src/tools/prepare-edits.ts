/** Names models use for the two halves of an edit, without case and separators. */
const OLD = new Set(["old", "oldstring", "oldtext", "oldstr"]);
const NEW = new Set(["new", "newstring", "newtext", "newstr"]);

/**
 * Takes one edit given beside `path` instead of inside `edits`: `{path, old, new}`. Encoded JSON, a single object for the
 * array and synonyms of fields are read by the dispatcher for every tool.
 */
export function prepareEdits(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const fields = raw as Record<string, unknown>;
  if (Object.hasOwn(fields, "edits") && !isEmpty(fields["edits"])) return raw;
  const names = Object.keys(fields);
  const old = names.find((name) => OLD.has(fold(name)));
  const fresh = names.find((name) => NEW.has(fold(name)));
  if (old === undefined || fresh === undefined) return raw;
  const rest = Object.entries(fields).filter(([name]) => name !== old && name !== fresh && name !== "edits");
  return { ...Object.fromEntries(rest), edits: [{ old: fields[old], new: fields[fresh] }] };
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}
