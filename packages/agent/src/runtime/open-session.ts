import type {
  Command,
  Host,
  InstalledHooks,
  Logger,
  Mode,
  PermissionPolicy,
  Redactor,
  Tool,
  Workspace,
} from "@mm-agent/core";
import { join } from "node:path";
import type { ConfigLine } from "../config/describe-config.js";
import type { EffectiveConfig } from "../config/types.js";
import type { PermissionStore } from "../permission/permission-store.js";
import type { PluginReport } from "../plugins/types.js";
import { estimateTokens } from "../compaction/estimate.js";
import { chooseProvider } from "../provider/choose-provider.js";
import type { StoredKeys } from "../provider/keys/key-store.js";
import type { SessionArchive } from "../session/archive.js";
import { createSession } from "../session/create-session.js";
import { createFileStore } from "../session/file/file-store.js";
import { sessionFolder } from "../session/file/open-archive.js";
import { reopenSession } from "../session/file/reopen.js";
import type { Reopened } from "../session/session-options.js";
import type { Session } from "../session/types.js";
import { systemPrompt } from "../turn/system-prompt.js";
import { commandFacts } from "./command-facts.js";
import { keepAnswers } from "./keep-answers.js";
import { watchWindow } from "./window-watch.js";
import type { OpenOptions, OpenSessionOptions, Runtime } from "./types.js";

/** Attempts after a failure that may pass, and the pauses between them. */
const RETRY = { max: 3, baseMs: 1000, longestMs: 60_000 };

/** What the runtime hands on to its sessions. */
export interface SessionBase {
  readonly id: string;
  readonly cwd: string;
  readonly config: EffectiveConfig;
  readonly options: OpenOptions;
  readonly tools: readonly Tool[];
  readonly hooks: readonly InstalledHooks[];
  readonly context: readonly string[];
  readonly policy: PermissionPolicy;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  configOf(tool: string): unknown;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly spawnSelf: Host["spawnSelf"];
  readonly permissions: PermissionStore;
  readonly archive: SessionArchive;
  /** The state folder. */
  readonly state: string;
  /** Keys that `mm login` stored. */
  readonly keys: StoredKeys;
  readonly plugins: readonly PluginReport[];
  readonly pluginCommands: readonly Command[];
  readonly userCommands: readonly Command[];
  describe(): readonly ConfigLine[];
}

/** Opens a session of a runtime with the configured provider, or the one given; with `resume`, one of an earlier run. */
export async function openSession(
  base: SessionBase,
  more: OpenSessionOptions,
): ReturnType<Runtime["openSession"]> {
  const { config, options, policy } = base;
  // Messages of the store and of kept answers reach the person through the session, once it is there.
  let session: Session | undefined;
  const early: string[] = [];
  const tell = (text: string): void => {
    base.log.error(text);
    if (session) notify(session, text);
    else early.push(text);
  };

  const reopen = (id: string) =>
    reopenSession(id, { archive: base.archive, redactor: base.redactor, onError: tell });
  let resumed: Reopened | undefined;
  if (more.resume !== undefined) {
    const opened = await reopen(more.resume);
    if (!opened.ok) return { ok: false, text: opened.text };
    resumed = opened.value;
  }
  const named = modelOf(base, resumed);
  const chosen = more.provider
    ? { ok: true as const, provider: more.provider, settings: named }
    : await chooseProvider(named, options.env, { baseDir: base.cwd, keys: base.keys });
  if (!chosen.ok) {
    await resumed?.store.close();
    return { ok: false, text: chosen.text, reason: "provider" };
  }
  const model = chosen.settings;
  const before = resumed?.loaded.mode;
  if (
    before &&
    options.flags.mode === undefined &&
    options.flags.yolo === undefined &&
    stricter(before, policy.mode)
  )
    policy.mode = before;

  const { store } = more;
  const notify = (to: Session, text: string): void => to.notify("warning", text);
  const system = systemPrompt({
    cwd: base.cwd,
    date: new Date(),
    platform: `${process.platform} ${process.arch}`,
    sections: base.context,
  });
  const watch = watchWindow({
    provider: chosen.provider,
    settings: model,
    said: "window" in chosen ? chosen.window : undefined,
    sources: { env: options.env, keys: base.keys },
    base: () =>
      estimateTokens([{ role: "user", blocks: [{ type: "text", text: system + toolsText(base.tools) }] }]),
    notify: (text) => {
      if (session) notify(session, text);
      else early.push(text);
    },
  });
  session = createSession({
    id: resumed?.loaded.id ?? base.id,
    cwd: base.cwd,
    provider: watch.provider,
    system,
    tools: base.tools,
    hooks: base.hooks,
    policy,
    workspace: base.workspace,
    env: base.env,
    configOf: base.configOf,
    maxOutput: config.maxOutput,
    limits: { maxTurns: config.maxTurns, watchdogMs: config.watchdogTimeout * 1000, retry: RETRY },
    request: {
      ...(model.maxTokens === undefined ? {} : { maxTokens: model.maxTokens }),
      ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
      ...(model.thinking === undefined ? {} : { thinking: model.thinking }),
    },
    window: watch.window,
    onUsage: watch.used,
    textToolCalls: config.textToolCalls,
    compaction: config.compaction,
    log: base.log,
    redactor: base.redactor,
    spawnSelf: base.spawnSelf,
    ...(more.ask ? { ask: more.ask } : {}),
    onRemember: keepAnswers(base.permissions, tell),
    ...(store === false
      ? {}
      : {
          openStore: (id: string) =>
            store ??
            createFileStore({
              id,
              file: join(sessionFolder({ cwd: base.cwd, env: options.env }), `${id}.jsonl`),
              redactor: base.redactor,
              onError: tell,
            }),
          reopen,
        }),
    ...(resumed ? { resumed } : {}),
    archive: base.archive,
    undo: { stateDir: base.state, sessionId: base.id },
    pluginCommands: base.pluginCommands,
    userCommands: base.userCommands,
    commandConfig: (command) => {
      const owner = base.plugins.find((plugin) => plugin.commands?.includes(command));
      const tool = owner?.tools[0];
      return tool === undefined ? {} : base.configOf(tool);
    },
    facts: commandFacts(base, model, watch),
    version: options.version,
  });
  if ("notice" in chosen && chosen.notice !== undefined) session.notify("info", chosen.notice);
  for (const text of [...(resumed?.loaded.notices ?? []), ...early]) session.notify("warning", text);
  return { ok: true, session };
}

function toolsText(tools: readonly Tool[]): string {
  return JSON.stringify(tools.map(({ name, description, input }) => ({ name, description, input })));
}

/** The model the session had, unless this run names one; never another provider's. */
function modelOf({ config, options }: SessionBase, resumed: Reopened | undefined): EffectiveConfig["model"] {
  const named = options.flags.model !== undefined || Boolean(options.env["MM_MODEL"]);
  const loaded = resumed?.loaded;
  if (named || !loaded || loaded.model === "" || loaded.provider !== config.model.provider)
    return config.model;
  return { ...config.model, model: loaded.model };
}

const STRICTNESS: Record<Mode, number> = { yolo: 0, edits: 1, ask: 2, plan: 3 };

function stricter(a: Mode, b: Mode): boolean {
  return STRICTNESS[a] > STRICTNESS[b];
}
