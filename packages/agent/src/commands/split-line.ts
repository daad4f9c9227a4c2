/**
 * Takes a line apart as `/name arguments`; undefined when it is no command: a first word with a further slash or a dot
 * is a path, and a line that does not begin with the slash is a prompt.
 */
export function splitLine(line: string): { readonly name: string; readonly args: string } | undefined {
  const match = /^\/([A-Za-z0-9][\w:-]*)(?:\s+([\s\S]*))?\s*$/.exec(line);
  return match ? { name: match[1] ?? "", args: (match[2] ?? "").trim() } : undefined;
}
