import type { AgentConfig } from "../settings.js";
import { readAgentFile } from "./read-agent-file.js";

/** Files that are followed at most; who names more of each other has other troubles. */
const MOST = 50;

/**
 * The names along a way on which agents' config files lead back to one of themselves; undefined when there is none.
 * Asking ends at the second level in any case.
 */
export async function findLoop(
  entries: readonly (readonly [name: string, entry: AgentConfig])[],
): Promise<readonly string[] | undefined> {
  /** Files from which no way leads back. */
  const clear = new Set<string>();
  const known = new Map<string, Readonly<Record<string, string>>>();
  const agentsOf = async (path: string): Promise<Readonly<Record<string, string>>> => {
    const seen = known.get(path);
    if (seen || known.size >= MOST) return seen ?? {};
    const read = await readAgentFile(path);
    const agents = read.ok ? read.file.agents : {};
    known.set(path, agents);
    return agents;
  };
  const follow = async (
    name: string,
    path: string,
    way: readonly { readonly name: string; readonly path: string }[],
  ): Promise<readonly string[] | undefined> => {
    const at = way.findIndex((step) => step.path === path);
    if (at >= 0) return [...way.slice(at).map((step) => step.name), way[at]?.name ?? name];
    if (clear.has(path)) return undefined;
    for (const [next, file] of Object.entries(await agentsOf(path))) {
      const found = await follow(next, file, [...way, { name, path }]);
      if (found) return found;
    }
    clear.add(path);
    return undefined;
  };
  for (const [name, { config }] of entries) {
    const found = config === undefined ? undefined : await follow(name, config, []);
    if (found) return found;
  }
  return undefined;
}
