import {
  defineTool,
  type Ctx,
  type PermissionCheck,
  type Plan,
  type Result,
  type Tool,
} from "@mm-agent/core";
import type { ResolvedServer } from "../config/types.js";
import type { PlannedChange } from "./changers.js";
import { describeTool } from "./describe-tool.js";
import { inputSchema } from "./input-schema.js";
import { readCall, titleOf } from "./read-call.js";
import type { LspInput, Session } from "./types.js";

export interface LspToolOptions {
  readonly servers: readonly ResolvedServer[];
  /** Further actions beside the six. */
  readonly extended: boolean;
  /** Called by every call that asks a server; the first one makes the session. */
  open(): Promise<Session>;
}

/** Rules of `lsp` decide about a file; a rule that forbids the tools that edit files holds here as well. */
function checksOf(value: string): PermissionCheck[] {
  return [
    { tool: "lsp", value, type: "path" },
    { tool: "edit_file", value, type: "path", only: "deny" },
    { tool: "write_file", value, type: "path", only: "deny" },
  ];
}

/** The tool `lsp`. Nothing of the client is loaded before its first call. */
export function createLspTool(options: LspToolOptions): Tool {
  const { servers, extended, open } = options;

  const plan = async (input: LspInput, ctx: Ctx): Promise<Plan> => {
    const read = readCall(input, ctx, extended);
    if (!read.ok) return { title: titleOf(input, undefined), kind: "read", refuse: read.result };
    const title = titleOf(input, read.value);
    const paths = read.value.path === "" ? [] : [read.value.path];
    const { CHANGERS } = await import("./work.js");
    const changer = CHANGERS[input.action];
    const outcome = changer && (await changer.plan({ ...read.value, session: await open() }));
    if (!outcome) return { title, kind: "read", paths };
    if (!outcome.ok) return { title, kind: "edit", paths, refuse: outcome.result };
    const { files } = outcome.value.edit;
    return {
      title,
      kind: "edit",
      paths: files.map((file) => file.path),
      changes: files.map((file) => file.change),
      state: outcome.value,
      permission: {
        subject: changer.subject,
        checks: files.flatMap((file) => checksOf(ctx.workspace.resolve(file.path).rel)),
      },
    };
  };

  const run = async (input: LspInput, ctx: Ctx, made?: Plan): Promise<Result> => {
    const planned = made ?? (await plan(input, ctx));
    if (planned.refuse) return planned.refuse;
    if (planned.state !== undefined) return await (planned.state as PlannedChange).apply();
    const read = readCall(input, ctx, extended);
    if (!read.ok) return read.result;
    const { READERS } = await import("./work.js");
    const reader = READERS[input.action];
    if (!reader) throw new Error(`the action ${input.action} has no reader`);
    return await reader({ ...read.value, session: await open() });
  };

  return defineTool({
    name: "lsp",
    kind: "read",
    description: describeTool(servers, extended),
    input: inputSchema(extended),
    icon: "🔎",
    counter: { icon: "🔎", label: "lsp call(s)" },
    busy: "Asking the language server",
    bound: "end",
    plan: (input, ctx) => plan(input as unknown as LspInput, ctx),
    run: (input, ctx, made) => run(input as unknown as LspInput, ctx, made),
  }) as Tool;
}
