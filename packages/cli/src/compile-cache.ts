import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Lets Node keep compiled code between starts, where it can (22.1). In the person's own cache folder: the default lies in the
 * shared temporary one. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE win.
 */
export function enableCompileCache(env: NodeJS.ProcessEnv): void {
  const { enableCompileCache: enable } = module as unknown as {
    enableCompileCache?: (folder?: string) => unknown;
  };
  if (enable === undefined || env["NODE_COMPILE_CACHE"] || env["NODE_DISABLE_COMPILE_CACHE"]) return;
  const base = env["XDG_CACHE_HOME"];
  const folder = base !== undefined && isAbsolute(base) ? base : join(env["HOME"] || homedir(), ".cache");
  try {
    enable(join(folder, "mm", "node"));
  } catch {
    // It only saves time.
  }
}
