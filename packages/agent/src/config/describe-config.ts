import { hide, sourceText } from "./show.js";
import type { LoadedConfig, Source } from "./types.js";

/** One line of `mm config`. */
export interface ConfigLine {
  readonly key: string;
  /** JSON, with secrets as `(hidden)`. */
  readonly value: string;
  /** `default`, a variable, a flag, or `file:line`. */
  readonly source: string;
}

/** The settings in effect, one line each, with where each of them comes from. Secrets are hidden. */
export function describeConfig({ config, origins }: Pick<LoadedConfig, "config" | "origins">): ConfigLine[] {
  const lines: ConfigLine[] = [];
  const add = (key: string, value: unknown, source = origins[key]) => {
    lines.push({
      key,
      value: JSON.stringify(hide(value, key)),
      source: sourceText(source ?? nearestSource(key, origins)),
    });
  };
  const walk = (key: string, value: unknown) => {
    if (!isMap(value)) add(key, value);
    else for (const [name, inner] of Object.entries(value)) walk(`${key}.${name}`, inner);
  };
  const { model, rules, plugins, slices, ...rest } = config;
  for (const [key, value] of Object.entries(model)) walk(key, value);
  for (const [key, value] of Object.entries(rest)) walk(key, value);
  for (const [key, value] of Object.entries(slices)) walk(key, value);
  for (const [index, { use, guard, config: settings }] of plugins.entries()) {
    const own = Object.keys(settings).length > 0 ? { config: settings } : {};
    add(`plugins[${index}]`, { use, ...own, ...(guard ? { guard } : {}) });
  }
  for (const { tool, pattern, decision, source } of rules) {
    lines.push({ key: `permissions.${tool}.${pattern}`, value: JSON.stringify(decision), source });
  }
  return lines;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The place of a value that stands inside a list or map whose own place is known.
function nearestSource(key: string, origins: LoadedConfig["origins"]): Source {
  const steps = key.split(".");
  while (steps.length > 1) {
    steps.pop();
    const source = origins[steps.join(".")];
    if (source !== undefined) return source;
  }
  return { kind: "default" };
}
