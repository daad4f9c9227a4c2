import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  createDispatcher,
  createLoopDetector,
  createPolicy,
  createRedactor,
  createWorkspace,
  matchPath,
  matchText,
} from "@mm-agent/core";
import { describeConfig } from "../config/describe-config.js";
import { findAgentKeys } from "../config/find-agent-keys.js";
import { loadConfig } from "../config/load-config.js";
import { configDir, projectRoot, realPath, statePaths } from "../config/paths.js";
import { saveSetting } from "../config/save-setting.js";
import { scrubEnv, secretValues } from "../config/secrets.js";
import { SESSION_COMMANDS } from "../commands/list-commands.js";
import { loadCommands } from "../context/load-commands.js";
import { loadInstructions } from "../context/load-instructions.js";
import { createFileLogger } from "../log/file-logger.js";
import { openPermissionStore } from "../permission/permission-store.js";
import { loadPlugins } from "../plugins/load-plugins.js";
import { readKeys } from "../provider/keys/key-store.js";
import { PROVIDER_NAMES } from "../provider/kinds.js";
import { listModels } from "../provider/list-models.js";
import { openArchive } from "../session/file/open-archive.js";
import { openTrustStore } from "../trust/trust-store.js";
import { isInspecting, lockReading, readingTools } from "./inspect.js";
import { openSession } from "./open-session.js";
import { selfSpawner } from "./self-spawner.js";
import { trustQuestion } from "./trust-question.js";
import type { OpenOptions, Runtime } from "./types.js";

/**
 * Reads the configuration of a folder and loads its plugins. `ok: false` is wrong usage: its text names the flag or
 * file, and the program ends with exit code 2.
 */
export async function openRuntime(
  options: OpenOptions,
): Promise<{ readonly ok: true; readonly runtime: Runtime } | { readonly ok: false; readonly text: string }> {
  const cwd = resolve(options.cwd);
  if (!isFolder(cwd)) return { ok: false, text: `-C: ${cwd} is not a folder` };
  const trust = openTrustStore(options.env);
  const decided = options.trust === true ? true : await trust.decision(cwd);
  const trusted = decided === true;
  const loaded = await loadConfig({
    cwd,
    env: options.env,
    flags: options.flags,
    trusted,
    matches: matchExample,
  });
  if (loaded.errors.length > 0)
    return { ok: false, text: loaded.errors.map((error) => error.message).join("\n") };

  const { config } = loaded;
  await options.configured?.(config, cwd);
  const id = randomUUID();
  const state = statePaths(options.env);
  const secret = { ...config, agentKeys: await findAgentKeys(config.mmConfigs) };
  const env = scrubEnv(options.env, secret);
  const stored = readKeys(options.env);
  const redactor = createRedactor([...secretValues(options.env, secret), ...Object.values(stored.keys)]);
  const log = createFileLogger(join(state.log, "mm.log"), config.log, redactor);
  const notices: string[] = [];
  const workspace = createWorkspace({
    root: cwd,
    stateDir: state.root,
    sessionId: id,
    confine: config.paths.confine,
    files: options.files,
    warn: (text) => log.warn(text),
  });
  const permissions = openPermissionStore(cwd, options.env);
  const remembered = (await permissions.list()).map((rule) => ({ ...rule, source: "this project" }));
  const policy = createPolicy({ mode: config.mode, rules: config.rules, remembered });
  const inspecting = isInspecting(options.env);
  if (inspecting) lockReading(policy);
  const limits = { maxOutput: config.maxOutput };
  const slices = new Map<string, unknown>();
  const plugins = await loadPlugins({
    builtin: options.builtin,
    config,
    origins: loaded.origins,
    baseDir: cwd,
    trusted,
    cacheDir: join(state.root, "cache"),
    session: ({ name, config: slice }) => {
      slices.set(name, slice);
      return { id, cwd, env, log, workspace, trusted, limits, notice: (text) => void notices.push(text) };
    },
  });
  const loadedTools = inspecting ? readingTools(plugins.tools) : plugins.tools;
  const tools = options.adaptTool
    ? loadedTools.map((tool) => options.adaptTool?.(tool, config) ?? tool)
    : loadedTools;
  const ownerOf = new Map(
    plugins.report.flatMap(({ name, tools }) => tools.map((tool) => [tool, name] as const)),
  );
  const configOf = (tool: string): unknown => slices.get(ownerOf.get(tool) ?? "") ?? {};
  const failed = plugins.report.filter((plugin) => plugin.status === "failed");
  const instructions = loadInstructions({ cwd, env: options.env, instructions: config.instructions });
  const projectCommands = [...new Set([projectRoot(cwd), realPath(cwd)])].map((folder) =>
    join(folder, ".mm", "commands"),
  );
  const taken = new Set([...SESSION_COMMANDS, ...plugins.commands].map((command) => command.name));
  const userCommands = loadCommands(
    [join(configDir(options.env), "commands"), ...(trusted ? projectCommands : [])],
    taken,
  );
  const untrustedCommands = trusted ? [] : loadCommands(projectCommands, new Set()).commands;
  const warnings = [
    ...loaded.warnings.map((warning) => warning.message),
    ...(stored.warning === undefined ? [] : [stored.warning]),
    ...plugins.warnings.map((warning) => warning.message),
    ...failed.map(
      (plugin) => `plugin ${plugin.name} (${plugin.place ?? plugin.source}) is not loaded: ${plugin.reason}`,
    ),
    ...notices,
    ...instructions.notices,
    ...userCommands.notices,
    ...(untrustedCommands.length > 0
      ? [
          `this folder is not trusted, so its commands do not count: ${untrustedCommands.map(({ name }) => `/${name}`).join(", ")}`,
        ]
      : []),
  ];
  const spawnSelf = selfSpawner(options, config.rules);
  const base = { cwd, workspace, policy, env, configOf, log, tools, hooks: plugins.hooks };

  const runtime: Runtime = {
    id,
    cwd,
    config,
    warnings,
    trusted,
    plugins: plugins.report,
    tools,
    commands: plugins.commands,
    policy,
    redactor,
    sessions: openArchive({ cwd, env: options.env }),
    trustQuestion: () =>
      decided === undefined
        ? trustQuestion(
            projectRoot(cwd),
            loaded.warnings,
            untrustedCommands.map(({ name }) => `/${name}`),
          )
        : undefined,
    trust: (trustIt) => trust.setTrusted(projectRoot(cwd), trustIt),
    describe: () => describeConfig(loaded),
    listModels: (provider) =>
      listModels(
        PROVIDER_NAMES.includes(provider) ? { ...config.model, provider } : config.model,
        options.env,
        { baseDir: cwd, keys: stored.keys },
      ),
    saveSetting: (key, value) => saveSetting(options.env, key, value),
    openDispatcher: (emit) =>
      createDispatcher({
        ...base,
        sessionId: id,
        limits,
        loop: createLoopDetector(),
        host: { spawnSelf },
        emit,
        history: () => [],
      }),
    openSession: (more) =>
      openSession(
        {
          ...base,
          id,
          config,
          options,
          redactor,
          spawnSelf,
          context: [...plugins.context, ...instructions.sections],
          permissions,
          archive: runtime.sessions,
          state: state.root,
          keys: stored.keys,
          plugins: plugins.report,
          pluginCommands: plugins.commands,
          userCommands: userCommands.commands,
          describe: runtime.describe,
        },
        more,
      ),
    dispose: plugins.dispose,
  };
  return { ok: true, runtime };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a rule's example fits: commands are texts, everything else may be a path as well. */
function matchExample(tool: string, pattern: string, value: string): boolean {
  return matchText(pattern, value) || (tool !== "bash" && matchPath(pattern, value));
}
