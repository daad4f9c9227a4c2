import { createProvider } from "../provider/create-provider.js";
import type { ModelSettings } from "../provider/settings.js";
import type { CommandFacts } from "../session/session-options.js";
import type { SessionBase } from "./open-session.js";
import type { WindowWatch } from "./window-watch.js";

/** What the slash commands of a session show and change of its runtime. */
export function commandFacts(base: SessionBase, model: ModelSettings, watch: WindowWatch): CommandFacts {
  return {
    absent: base.plugins.flatMap((plugin) =>
      plugin.status !== "active" && plugin.absent.length === 0
        ? [{ name: plugin.name, reason: plugin.reason ?? plugin.status }]
        : plugin.absent,
    ),
    describe: base.describe,
    selectModel(name) {
      const about = { baseDir: base.cwd, keys: base.keys };
      const created = createProvider({ ...model, model: name }, base.options.env, about);
      return created.ok ? { ...created, provider: watch.change(created.provider) } : created;
    },
    permissions: {
      list: () => [...base.policy.rules, ...base.policy.remembered()],
      async revoke(tool, pattern) {
        const fits = (rule: { readonly tool: string; readonly pattern: string }): boolean =>
          (tool === "*" || rule.tool === tool) && rule.pattern === pattern;
        const held = base.policy.remembered().filter(fits).length;
        base.policy.forget(fits);
        return Math.max(held, await base.permissions.revoke(tool, pattern));
      },
    },
  };
}
