import type { Command, InstalledHooks, PluginInstance, Rule, Tool } from "@mm-agent/core";
import type { ConfigWarning } from "../config/types.js";
import { candidates, type Candidate } from "./candidates.js";
import { refuseAll } from "./refuse-all.js";
import { end, startPlugin, type Started } from "./start-plugin.js";
import { unknownRules } from "./unknown-rules.js";
import type { LoadedPlugins, LoadPluginsOptions, PluginReport } from "./types.js";

/**
 * Loads every plugin the configuration asks for, side by side, and puts together what they bring in the order of the
 * configuration. A plugin that cannot be used is reported by name and the rest goes on; if it was marked `guard`, every
 * tool call is refused instead.
 */
export async function loadPlugins(options: LoadPluginsOptions): Promise<LoadedPlugins> {
  const wanted = candidates(options);
  const started = await Promise.all(
    wanted.map(async (candidate) =>
      (candidate.off ?? candidate.missing) ? undefined : startPlugin(candidate, options),
    ),
  );
  const set = new PluginSet();
  for (const [index, candidate] of wanted.entries()) await set.add(candidate, started[index]);
  return set.result(options.config.rules);
}

class PluginSet {
  private readonly tools = new Map<string, { tool: Tool; plugin: string }>();
  private readonly commands = new Map<string, { command: Command; plugin: string }>();
  private readonly names = new Map<string, string>();
  private readonly hooks: InstalledHooks[] = [];
  private readonly context: string[] = [];
  private readonly report: PluginReport[] = [];
  private readonly warnings: ConfigWarning[] = [];
  private readonly instances: PluginInstance[] = [];

  async add(candidate: Candidate, started: Started | undefined): Promise<void> {
    const base = {
      name: started?.name ?? candidate.name,
      source: started?.source ?? candidate.source,
      ...(started?.version === undefined ? {} : { version: started.version }),
      ...(candidate.place === undefined ? {} : { place: candidate.place }),
      tools: [],
      absent: [],
    };
    if (candidate.off !== undefined) {
      this.report.push({ ...base, status: "off", reason: candidate.off });
      return;
    }
    if (started === undefined) {
      this.report.push({ ...base, status: "absent", reason: candidate.missing ?? "nothing to load" });
      return;
    }
    const reason = started.ok ? this.clash(started.name, started.source, started.instance) : started.reason;
    if (!started.ok || reason !== undefined) {
      const why = reason ?? "it cannot be used";
      if (started.ok) await end(started.instance);
      this.report.push({ ...base, status: "failed", reason: why });
      if (candidate.guard) this.hooks.push(refuseAll(base.name, why));
      return;
    }
    this.install(started.name, started.source, candidate.guard, started.instance);
    this.warnings.push(...started.warnings);
    const tools = started.instance.tools.map((tool) => tool.name);
    const commands = (started.instance.commands ?? []).map((command) => command.name);
    const absent = started.instance.absent ?? [];
    const nothing = tools.length === 0 && absent.length > 0;
    this.report.push({
      ...base,
      status: nothing ? "absent" : "active",
      ...(nothing ? { reason: absent.map((tool) => `${tool.name}: ${tool.reason}`).join("; ") } : {}),
      tools,
      ...(commands.length > 0 ? { commands } : {}),
      absent,
    });
  }

  result(rules: readonly Rule[]): LoadedPlugins {
    let ending: Promise<void> | undefined;
    return {
      tools: [...this.tools.values()].map(({ tool }) => tool),
      commands: [...this.commands.values()].map(({ command }) => command),
      hooks: this.hooks,
      context: this.context,
      report: this.report,
      warnings: [...this.warnings, ...unknownRules(rules, [...this.tools.keys()])],
      dispose: () => (ending ??= this.endAll()),
    };
  }

  private clash(name: string, source: string, instance: PluginInstance): string | undefined {
    const twin = this.names.get(name);
    if (twin !== undefined)
      return `a plugin named ${name} is loaded already (${twin === source ? "the same" : twin})`;
    for (const tool of instance.tools) {
      const other = this.tools.get(tool.name);
      if (other !== undefined)
        return `its tool ${tool.name} clashes with the one of the plugin ${other.plugin}`;
    }
    for (const command of instance.commands ?? []) {
      const other = this.commands.get(command.name);
      if (other !== undefined)
        return `its command /${command.name} clashes with the one of the plugin ${other.plugin}`;
    }
    return undefined;
  }

  private install(name: string, source: string, guard: boolean, instance: PluginInstance): void {
    this.names.set(name, source);
    this.instances.push(instance);
    for (const tool of instance.tools) this.tools.set(tool.name, { tool, plugin: name });
    for (const command of instance.commands ?? []) this.commands.set(command.name, { command, plugin: name });
    if (instance.hooks !== undefined) this.hooks.push({ plugin: name, guard, hooks: instance.hooks });
    const text = instance.context?.trim();
    if (text) this.context.push(text);
  }

  private async endAll(): Promise<void> {
    for (const instance of this.instances.toReversed()) await end(instance);
  }
}
