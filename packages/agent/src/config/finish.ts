import { defaults } from "./defaults.js";
import { isMap, isStricter, lookup, type Draft } from "./draft.js";
import type { Problem } from "./problem.js";
import { modelKeys } from "./schema/model.js";
import { showValue, sourceText } from "./show.js";
import type { AgentEntry, ConfigWarning, EffectiveConfig, PluginEntry, Source } from "./types.js";

const SLICES = ["bash", "edit", "search", "skills", "lsp", "fetch", "agents"] as const;

/** Fills the defaults in and gives the draft its final shape. */
export function finish(draft: Draft): EffectiveConfig {
  const value = (...path: string[]) => lookup(draft.values, path) ?? lookup(defaults, path);
  const map = (key: string) => {
    const found = draft.values[key];
    return isMap(found) ? found : {};
  };
  const model = Object.fromEntries(
    Object.keys(modelKeys)
      .filter((key) => draft.values[key] !== undefined)
      .map((key) => [key, draft.values[key]]),
  );
  const instructions = value("instructions");
  const log = draft.values["log"];
  return {
    model,
    mode: draft.floor && isStricter("ask", draft.mode) ? "ask" : draft.mode,
    rules: draft.rules,
    paths: { confine: value("paths", "confine") as boolean },
    maxOutput: value("maxOutput") as number,
    previewLines: value("previewLines") as number,
    watchdogTimeout: value("watchdogTimeout") as number,
    maxTurns: value("maxTurns") as number,
    whileRunning: value("whileRunning") as EffectiveConfig["whileRunning"],
    notify: value("notify") as EffectiveConfig["notify"],
    ui: value("ui") as EffectiveConfig["ui"],
    theme: value("theme") as EffectiveConfig["theme"],
    reducedMotion: value("reducedMotion") as boolean,
    screenReader: value("screenReader") as boolean,
    keys: map("keys"),
    instructions: instructions === false ? false : Array.isArray(instructions) ? instructions : [],
    acp: {
      title: value("acp", "title") as string,
      clientTerminal: value("acp", "clientTerminal") as boolean,
    },
    textToolCalls: value("textToolCalls") as EffectiveConfig["textToolCalls"],
    compaction: {
      ...map("compaction"),
      auto: value("compaction", "auto") as boolean,
      threshold: value("compaction", "threshold") as number,
    },
    ...(typeof log === "string" ? { log } : {}),
    bashTool: value("bashTool") as boolean,
    editTools: value("editTools") as boolean,
    lsp: draft.values["lsp"] !== false,
    fetchContentTool: value("fetchContentTool") as boolean,
    skillsDir: (value("skillsDir") as string[] | undefined) ?? [],
    mmConfigs: map("mmConfigs") as Record<string, AgentEntry>,
    slices: Object.fromEntries(SLICES.map((key) => [key, map(key)])),
    plugins: plugins(draft),
  };
}

function plugins(draft: Draft): PluginEntry[] {
  return draft.plugins.map(({ entry, lines }, index) => {
    const { file } = entry.place;
    for (const [path, line] of lines) {
      draft.origins.set(`plugins[${index}].config.${path}`, { kind: "file", layer: entry.layer, file, line });
    }
    draft.origins.set(`plugins[${index}]`, { kind: "file", layer: entry.layer, ...entry.place });
    return { ...entry, key: `plugins[${index}].config` };
  });
}

/** The finished text of a problem, once it is known what is used instead. */
export function problemText(problem: Problem, draft: Draft): ConfigWarning {
  const { file, line, path, what } = problem;
  const instead = problem.instead ?? usedInstead(path, draft);
  const key = what.startsWith("unknown key") && !path.includes(".") ? "" : `${path}: `;
  return { key: path, file, line, message: `${file}:${line}: ${key}${what}; ${instead}` };
}

function usedInstead(path: string, draft: Draft): string {
  const steps = path.split(".");
  const set = lookup(draft.values, steps);
  const value = set ?? lookup(defaults, steps);
  if (value === undefined) return "it is ignored";
  return `using ${showValue(value, path)} (${sourceText(originOf(path, draft.origins))})`;
}

function originOf(path: string, origins: ReadonlyMap<string, Source>): Source {
  return origins.get(path) ?? { kind: "default" };
}
