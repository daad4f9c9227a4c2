import type {
  Host,
  InstalledHooks,
  Logger,
  PermissionPolicy,
  Redactor,
  Tool,
  Workspace,
} from "@mm-agent/core";
import type { EffectiveConfig } from "../config/types.js";
import { createProvider } from "../provider/create-provider.js";
import { createSession } from "../session/create-session.js";
import { systemPrompt } from "../turn/system-prompt.js";
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
}

/** Opens a session of a runtime with the configured provider, or the one given. */
export async function openSession(
  base: SessionBase,
  more: OpenSessionOptions,
): ReturnType<Runtime["openSession"]> {
  const { config, options } = base;
  const { model } = config;
  let provider = more.provider;
  if (!provider) {
    const created = createProvider(model, options.env, { baseDir: base.cwd });
    if (!created.ok) return { ok: false, text: created.text };
    provider = created.provider;
  }
  const session = createSession({
    id: base.id,
    cwd: base.cwd,
    provider,
    system: systemPrompt({
      cwd: base.cwd,
      date: new Date(),
      platform: `${process.platform} ${process.arch}`,
      sections: base.context,
    }),
    tools: base.tools,
    hooks: base.hooks,
    policy: base.policy,
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
    ...(model.contextWindow === undefined ? {} : { window: model.contextWindow }),
    textToolCalls: config.textToolCalls,
    log: base.log,
    redactor: base.redactor,
    spawnSelf: base.spawnSelf,
    ...(more.ask ? { ask: more.ask } : {}),
    ...(more.store ? { store: more.store } : {}),
  });
  return { ok: true, session };
}
