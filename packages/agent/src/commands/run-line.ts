import { randomBytes } from "node:crypto";
import { describeError, type Block, type Command, type Ctx } from "@mm-agent/core";
import { nearest } from "../config/nearest.js";
import type { CommandReply } from "../session/types.js";
import { listCommands, SESSION_COMMANDS } from "./list-commands.js";
import { splitLine } from "./split-line.js";
import type { CommandResult, LineScope, SessionCommand } from "./types.js";

/**
 * Runs a line as a slash command. An unknown name is never sent to the model: the reply names the nearest command. A
 * command that fails says so in its text; nothing is thrown.
 */
export async function runLine(line: string, scope: LineScope): Promise<CommandReply> {
  const split = splitLine(line);
  if (!split) return { kind: "prompt" };
  const commands = listCommands(scope);
  const found =
    commands.find(({ name }) => name === split.name) ??
    commands.find(({ name }) => name === split.name.toLowerCase());
  if (!found) {
    const near = nearest(
      split.name,
      commands.map(({ name }) => name),
    );
    const instead = near === undefined ? "/help lists them all" : `did you mean /${near}?`;
    return {
      kind: "unknown",
      text: `there is no command /${split.name}; ${instead} (to send the line as it is, put a blank before it)`,
      ...(near === undefined ? {} : { nearest: near }),
    };
  }
  try {
    const own = SESSION_COMMANDS.find((command) => command === found);
    return own ? await runOwn(own, split.args, scope) : await runForeign(found as Command, split.args, scope);
  } catch (error) {
    return failed(`/${found.name} failed: ${describeError(error)}`);
  }
}

async function runOwn(command: SessionCommand, args: string, scope: LineScope): Promise<CommandReply> {
  const all = listCommands(scope);
  const run = async (signal: AbortSignal): Promise<CommandResult> =>
    command.run(args, {
      session: scope.session,
      options: scope,
      facts: scope.facts,
      all,
      signal,
      compact: (focus) => scope.compact(signal, focus),
    });
  if (command.alone !== true) return toReply(await run(new AbortController().signal));
  if (scope.session.busy) return failed(`a turn is running: /abort ends it, then /${command.name}`);
  return toReply(await scope.work.run("other", run));
}

function toReply({ ok = true, text, markdown, prompt, choices, action }: CommandResult): CommandReply {
  const print: Block[] = [];
  if (text !== undefined && text !== "") print.push({ type: "text", text });
  if (markdown !== undefined && markdown !== "") print.push({ type: "markdown", text: markdown });
  return {
    kind: "done",
    ok,
    print,
    ...(prompt === undefined ? {} : { prompt }),
    ...(choices === undefined ? {} : { choices }),
    ...(action === undefined ? {} : { action }),
  };
}

/** A command of a plugin or of the person. It may run long and ask, so it runs as a turn does. */
async function runForeign(command: Command, args: string, scope: LineScope): Promise<CommandReply> {
  if (scope.session.busy) return failed(`a turn is running: /abort ends it, then /${command.name}`);
  return scope.work.run("other", async (signal) => {
    const ctx = commandContext(command.name, signal, scope);
    const { sessionId, cwd } = ctx;
    const outcome = await command.run(args, { sessionId, cwd, signal, ctx });
    if (outcome?.exchange) await scope.exchange(outcome.exchange.user, outcome.exchange.assistant);
    return {
      kind: "done",
      ok: true,
      print: outcome?.print ?? [],
      ...(outcome?.prompt === undefined ? {} : { prompt: outcome.prompt }),
    };
  });
}

function commandContext(name: string, signal: AbortSignal, scope: LineScope): Ctx {
  const callId = `command_${randomBytes(6).toString("hex")}`;
  return {
    sessionId: scope.session.id,
    callId,
    cwd: scope.cwd,
    signal,
    env: scope.env,
    log: scope.log,
    config: scope.commandConfig?.(name) ?? {},
    limits: { maxOutput: scope.maxOutput },
    workspace: scope.workspace,
    progress: (block) => scope.emit({ type: "tool.progress", callId, block }),
    history: scope.history,
    host: {
      yolo: scope.policy.mode === "yolo",
      denied({ tool, kind, value }) {
        const { decision, rule, why } = scope.policy.judge({ tool, kind, checks: [{ tool, value }] });
        if (decision !== "deny") return undefined;
        return `denied by ${rule ? `rule ${rule.pattern}` : why}`;
      },
      emit: scope.emit,
      ask: async (request) =>
        scope.answer ? scope.answer(request) : { outcome: "reject", reason: "nobody can be asked here" },
      model: { provider: scope.session.provider.name, model: scope.session.provider.model },
      spawnSelf: scope.spawnSelf,
    },
  };
}

function failed(text: string): CommandReply {
  return { kind: "done", ok: false, print: [{ type: "text", text }] };
}
