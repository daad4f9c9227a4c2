import { WorkspaceError } from "@mm-agent/core";

/**
 * Runs `attempt` again when another process wrote the file between its look at it and its write. The second look decides
 * whether the change still means the same; a second conflict is thrown.
 */
export async function onceMore<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== "conflict") throw error;
    return attempt();
  }
}
