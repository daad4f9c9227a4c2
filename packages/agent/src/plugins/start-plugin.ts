import type { Plugin, PluginInstance } from "@mm-agent/core";
import type { ConfigWarning } from "../config/types.js";
import type { Candidate } from "./candidates.js";
import { checkInstance } from "./check-instance.js";
import { checkSettings } from "./check-settings.js";
import { toPlugin } from "./to-plugin.js";
import type { LoadPluginsOptions } from "./types.js";
import { within } from "./within.js";

/** Milliseconds for loading and for setting up one plugin. */
const LIMIT = 10_000;

/** What became of one candidate. `source` and `version` are as far as they are known. */
export type Started = { readonly name: string; readonly source: string; readonly version?: string } & (
  | { readonly ok: true; readonly instance: PluginInstance; readonly warnings: readonly ConfigWarning[] }
  | { readonly ok: false; readonly reason: string }
);

/** Loads, checks and sets up one plugin. Never throws. */
export async function startPlugin(candidate: Candidate, options: LoadPluginsOptions): Promise<Started> {
  const limit = options.timeout ?? LIMIT;
  let known: { name: string; source: string; version?: string } = {
    name: candidate.name,
    source: candidate.source,
  };
  const failed = (reason: string): Started => ({ ...known, ok: false, reason });
  let plugin: Plugin;
  try {
    const loaded = await within(limit, "loading it", () => candidate.load());
    known = {
      ...known,
      source: loaded.source,
      ...(loaded.version === undefined ? {} : { version: loaded.version }),
    };
    plugin = toPlugin(loaded.module, candidate.name);
  } catch (error) {
    return failed(reasonOf(error));
  }
  try {
    known = {
      ...known,
      name: plugin.name,
      ...(typeof plugin.version === "string" ? { version: plugin.version } : {}),
    };
    const settings = await checkSettings(plugin, candidate.settings, {
      key: candidate.key,
      origins: options.origins ?? {},
      ...(candidate.place === undefined ? {} : { place: candidate.place }),
    });
    if (!settings.ok) return failed(settings.reason);
    const base = options.session({ ...known, config: settings.value });
    const instance = await within(
      limit,
      "its setup",
      () => plugin.setup({ ...base, config: settings.value }),
      (late) => void end(late),
    );
    const wrong = checkInstance(instance);
    if (wrong === undefined) return { ...known, ok: true, instance, warnings: settings.warnings };
    await end(instance);
    return failed(wrong);
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** Disposes of an instance that is not used; what it throws then is of no use to anybody. */
export async function end(instance: PluginInstance | undefined): Promise<void> {
  try {
    if (typeof instance?.dispose === "function")
      await within(LIMIT, "its dispose", () => instance.dispose?.());
  } catch {
    // The reason why it is not used has been reported already.
  }
}

/** One line: what was thrown, whatever it is. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const parse = /^ParseError: (.*?)\s*\n\s*(\S.*:\d+:\d+)/.exec(text);
  if (parse !== null) return `it does not parse: ${parse[1]!} (${parse[2]!})`;
  const line = text.split("\n", 1)[0]!.trim();
  const short = line.length > 300 ? `${line.slice(0, 300)}…` : line;
  return error instanceof SyntaxError ? `it does not parse: ${short}` : short;
}
