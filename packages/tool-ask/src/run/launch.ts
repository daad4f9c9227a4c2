import type { Ctx } from "@mm-agent/core";
import type { AgentCommand } from "../client/types.js";
import type { Agent } from "../roster/types.js";
import { depthOf } from "./depth.js";

/** How an agent's process is started; equal keys share one. */
export interface Launch {
  readonly key: string;
  readonly spec: AgentCommand;
  /** It is another mm: it keeps to a mode and to `MM_INSPECT`. */
  readonly mm: boolean;
}

export interface LaunchOptions {
  readonly cwd: string;
  readonly inspect: boolean;
  /** The folder is a copy of one that is trusted. */
  readonly trust?: boolean;
}

/** The command and the environment of an agent. Provider keys go to an mm, and to a command only by name. */
export function launchOf(agent: Agent, ctx: Pick<Ctx, "host" | "env">, options: LaunchOptions): Launch {
  const { cwd, inspect } = options;
  const depth = depthOf(ctx.env);
  const { launch } = agent;
  const own = {
    MM_ASK_DEPTH: String(depth + 1),
    ...(inspect ? { MM_INSPECT: "1" } : {}),
  };
  if (launch.kind === "command") {
    const [command = "", ...args] = launch.command;
    const all = ctx.host.spawnSelf([]).env;
    const named = launch.env.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]] as const]));
    const env = { ...withoutSettings(ctx.env, []), ...Object.fromEntries(named), ...own };
    return finish(agent, { command, args, env, cwd }, false, inspect);
  }
  const inherit =
    launch.config === undefined
      ? "settings"
      : launch.provider === undefined && launch.model === undefined
        ? "model"
        : undefined;
  const model = inherit && ctx.host.model ? ["--model", ctx.host.model.model] : [];
  const wanted = [
    "-acp",
    ...(launch.config === undefined ? [] : ["--config", launch.config]),
    ...(options.trust === true ? ["--trust"] : []),
  ];
  const self = ctx.host.spawnSelf(wanted, inherit === undefined ? {} : { inherit });
  const kept = inherit === undefined ? [] : inherit === "model" ? MODEL : [...MODEL, "MM_CONFIG"];
  const env = { ...withoutSettings(self.env, kept), ...own };
  // Below the first level an mm stays in the group of the one that asks: who ends the first ends all.
  const spec = { command: self.command, args: [...self.args, ...model], env, cwd, ownGroup: depth === 0 };
  return finish(agent, spec, true, inspect);
}

const MODEL = ["MM_PROVIDER", "MM_MODEL", "MM_BASE_URL"];
/** Settings of this process that are not those of an agent with a file of its own. */
const SETTINGS = new Set([...MODEL, "MM_CONFIG", "MM_YOLO", "MM_INSPECT"]);

function withoutSettings(
  env: Readonly<Record<string, string>>,
  kept: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !SETTINGS.has(name) || kept.includes(name)),
  );
}

function finish({ name, launch }: Agent, spec: AgentCommand, mm: boolean, inspect: boolean): Launch {
  const named = launch.kind === "command" ? launch.env : [];
  return { key: JSON.stringify([name, spec.command, spec.args, spec.cwd, inspect, named]), spec, mm };
}
