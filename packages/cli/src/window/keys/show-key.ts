const NAMES: Readonly<Record<string, string>> = { escape: "Esc", pageUp: "PageUp", pageDown: "PageDown" };

/** A key of the terminal library (`ctrl+shift+up`) as people write it: `Ctrl-Shift-Up`. */
export function showKey(id: string): string {
  const plus = id.endsWith("++") || id === "+";
  const parts = (plus ? id.slice(0, -1) : id).split("+").filter((part) => part !== "");
  if (plus) parts.push("+");
  // A letter alone is written as it is typed.
  return parts.length === 1 && id.length === 1 ? id : parts.map(capital).join("-");
}

function capital(part: string): string {
  return NAMES[part] ?? part.charAt(0).toUpperCase() + part.slice(1);
}
