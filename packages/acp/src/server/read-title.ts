import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ServerOptions } from "./types.js";

const DEFAULT = "mm";

/**
 * The name in editors, `acp.title` of the configuration. The configuration is only read when one of its files mentions
 * the key at all: reading it takes longer than everything else that happens before the first answer.
 */
export async function readTitle(options: ServerOptions): Promise<string> {
  const { env, cwd } = options;
  const config = env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? homedir(), ".config");
  const named = [options.config, env["MM_CONFIG"]].filter((file) => file !== undefined && file !== "");
  const files = [join(config, "mm", "config.yaml"), join(cwd, ".mm", "config.yaml"), ...named];
  const texts = await Promise.all(files.map((file) => readFile(file ?? "", "utf8").catch(() => "")));
  if (!texts.some((text) => /\bacp\b/.test(text) && /\btitle\b/.test(text))) return DEFAULT;
  const { loadConfig } = await import("@mm-agent/agent");
  const { flags } = await options.runtime();
  const loaded = await loadConfig({ cwd, env, flags, trusted: false });
  return loaded.config.acp.title;
}
