import type { AgentConfig, AskConfig } from "../settings.js";
import { BUILTIN_AGENTS } from "./builtin-agents.js";
import { findLoop } from "./find-loop.js";
import { readAgentFile } from "./read-agent-file.js";
import type { Agent, Roster } from "./types.js";

/** `acp.title` when nobody has set one. */
const DEFAULT_TITLE = "mm";

/** The agents that the settings name. An entry that cannot be used is left out and told. */
export async function readRoster(settings: AskConfig): Promise<Roster> {
  const problems: string[] = [];
  const agents: Agent[] = [];
  const entries = Object.entries(settings.mmConfigs ?? {});
  for (const [name, entry] of entries) {
    const read = await readEntry(name, entry);
    if (typeof read === "string") problems.push(`mmConfigs.${name}: ${read}; the agent is left out`);
    else agents.push(read);
  }
  const loop = await findLoop(entries);
  if (loop)
    problems.push(
      `mmConfigs: ${loop.join(" → ")} name each other; agents ask at most two levels deep (MM_ASK_DEPTH)`,
    );
  if (settings.builtin === true)
    agents.push(...BUILTIN_AGENTS.filter(({ name }) => !entries.some(([taken]) => taken === name)));
  return { agents: agents.toSorted((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

async function readEntry(name: string, entry: AgentConfig): Promise<Agent | string> {
  const { config, command, description, yolo } = entry;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name))
    return "a name is letters, digits, dots, dashes and underscores";
  if (config !== undefined && command !== undefined)
    return "it names both config and command; give one of them";
  if (config === undefined && command === undefined)
    return "it names neither a config file nor a command; give one of them";
  const about = { name, ...(yolo === undefined ? {} : { yolo }) };
  if (command !== undefined) {
    if ((command[0] ?? "").trim() === "") return "its command is empty";
    const purpose = described(description) ?? NO_DESCRIPTION;
    return { ...about, purpose, launch: { kind: "command", command, env: entry.env ?? [] } };
  }
  const path = config ?? "";
  const read = await readAgentFile(path);
  if (!read.ok) return `its config file ${path} ${read.reason}`;
  const { title, provider, model, mode } = read.file;
  return {
    ...about,
    purpose:
      described(description) ?? described(title === DEFAULT_TITLE ? undefined : title) ?? NO_DESCRIPTION,
    launch: {
      kind: "mm",
      config: path,
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
      ...(mode === undefined ? {} : { mode }),
    },
  };
}

const NO_DESCRIPTION = "(no description)";

function described(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line;
}
