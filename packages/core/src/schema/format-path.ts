/** A path as a person writes it: `edits[0].old`; keys that are no identifiers stand in brackets and quotes. */
export function formatPath(parts: readonly PropertyKey[]): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "number" || (typeof part === "string" && /^\d+$/.test(part)))
      text += `[${String(part)}]`;
    else if (typeof part === "string" && !/^[\p{L}\p{N}_$-]+$/u.test(part))
      text += `[${JSON.stringify(part)}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}
