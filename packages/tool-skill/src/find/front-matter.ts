/** The two fields of a skill's front matter that count, and the text below it. */
export interface FrontMatter {
  readonly name?: string;
  readonly description?: string;
  readonly body: string;
}

/**
 * Reads the front matter of the Agent Skills convention as people write it, not as YAML demands: on each line the first
 * colon splits name and value, so a value may hold colons or begin with a bracket. Quotes around a value are taken off,
 * indented lines go on with the value above, `>` and `|` begin one. Front matter that is never closed is text.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") return { body: lines.join("\n") };
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return { body: lines.slice(1).join("\n") };
  const fields = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines.slice(1, end)) {
    const colon = line.indexOf(":");
    if (/^\s/.test(line) || line === "") current?.push(line.trim());
    else if (!line.startsWith("#") && colon > 0) {
      current = [line.slice(colon + 1).trim()];
      fields.set(line.slice(0, colon).trim().toLowerCase(), current);
    }
  }
  const name = valueOf(fields.get("name"));
  const description = valueOf(fields.get("description"));
  return {
    ...(name === "" ? {} : { name }),
    ...(description === "" ? {} : { description }),
    body: lines.slice(end + 1).join("\n"),
  };
}

/** One line of text, whatever the value looked like. */
function valueOf(parts: readonly string[] | undefined): string {
  const [first = "", ...rest] = parts ?? [];
  const block = /^[>|][+-]?\d?$/.test(first);
  const whole = [...(block ? [] : [first]), ...rest].join(" ").replaceAll(/\s+/g, " ").trim();
  const quoted = /^"(.*)"$/.exec(whole) ?? /^'(.*)'$/.exec(whole);
  if (quoted?.[1] === undefined) return whole;
  return whole.startsWith("'") ? quoted[1].replaceAll("''", "'") : quoted[1].replaceAll(/\\(["\\])/g, "$1");
}
