import { dirname, resolve } from "node:path";
import { readConfigFile } from "./read-file.js";
import { plain } from "./tree.js";
import type { AgentEntry } from "./types.js";

/** Agents ask agents at most this many levels deep; their files name no further ones that could run. */
const LEVELS = 2;

/**
 * The variables in which the config files of asked agents expect their keys (`apiKeyEnv`). Such a key is as secret to the tools
 * of this session as its own. Files that cannot be read are told where the agents are.
 */
export async function findAgentKeys(agents: Readonly<Record<string, AgentEntry>>): Promise<string[]> {
  const found = new Set<string>();
  let files = Object.values(agents).flatMap(({ config }) => (config === undefined ? [] : [config]));
  for (let level = 0; level < LEVELS && files.length > 0; level += 1) {
    const next: string[] = [];
    for (const file of new Set(files)) {
      const read = await readConfigFile(file);
      if (read === "missing" || !read.ok) continue;
      const { apiKeyEnv, mmConfigs } = plain(read.root) as Readonly<Record<string, unknown>>;
      if (typeof apiKeyEnv === "string") found.add(apiKeyEnv);
      if (typeof mmConfigs !== "object" || mmConfigs === null) continue;
      for (const entry of Object.values(mmConfigs)) {
        const config: unknown = (entry as { config?: unknown } | null)?.config;
        if (typeof config === "string") next.push(resolve(dirname(file), config));
      }
    }
    files = next;
  }
  return [...found];
}
