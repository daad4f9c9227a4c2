import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@mm-agent/core";
import { fillTemplate } from "./fill-template.js";

export interface MarkdownCommands {
  readonly commands: readonly Command[];
  /** Complete texts: what was skipped and why. */
  readonly notices: readonly string[];
}

const NAME = /^[A-Za-z0-9][\w-]{0,63}$/;
/** Characters of one command file. */
const LONGEST = 64_000;

/**
 * Slash commands from Markdown files, `<folder>/<name>.md`: the text is the prompt, `$ARGUMENTS` and `$1`…`$9` stand for
 * what is written behind the name. A later folder wins over an earlier one; `taken` names cannot be used.
 */
export function loadCommands(folders: readonly string[], taken: ReadonlySet<string>): MarkdownCommands {
  const commands = new Map<string, Command>();
  const notices: string[] = [];
  for (const folder of folders) {
    for (const file of namesIn(folder)) {
      const path = join(folder, file);
      const name = file.slice(0, -".md".length);
      if (!NAME.test(name)) notices.push(`command ${path} is skipped: a name is letters, digits, - and _`);
      else if (taken.has(name))
        notices.push(`command ${path} is skipped: /${name} is a command of mm or of a plugin`);
      else
        try {
          commands.set(name, toCommand(name, readFileSync(path, "utf8").slice(0, LONGEST)));
        } catch (error) {
          notices.push(`command ${path} is skipped: ${(error as Error).message}`);
        }
    }
  }
  return { commands: [...commands.values()], notices };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .toSorted();
  } catch {
    return [];
  }
}

function toCommand(name: string, text: string): Command {
  const { fields, body } = splitFrontMatter(text);
  const first =
    body
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.replace(/^#+\s*/, "")
      .trim() ?? "";
  const description = fields.get("description") ?? (first.length > 80 ? `${first.slice(0, 79)}…` : first);
  const hint = fields.get("argument-hint") ?? fields.get("hint");
  return {
    name,
    description,
    ...(hint === undefined ? {} : { hint }),
    run: (args) => ({ prompt: fillTemplate(body.trim(), args) }),
  };
}

/** Read leniently: the first colon of a line ends the key, whatever YAML would make of the rest. */
function splitFrontMatter(text: string): {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
} {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  const fields = new Map<string, string>();
  for (const line of match?.[1]?.split(/\r?\n/) ?? []) {
    const colon = line.indexOf(":");
    const value = line
      .slice(colon + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2");
    if (colon > 0 && value !== "") fields.set(line.slice(0, colon).trim(), value);
  }
  return { fields, body: match ? text.slice(match[0].length) : text };
}
