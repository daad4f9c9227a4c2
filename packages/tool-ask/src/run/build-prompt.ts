import { boundText, type Ctx } from "@mm-agent/core";
import type { Agent } from "../roster/types.js";
import { git } from "../worktree/git.js";
import { conversationText } from "./conversation-text.js";

/** The whole text that an agent is sent: what it is for, the conversation if wanted, the changes to review, the task. */
export async function buildPrompt(
  agent: Agent,
  task: string,
  ctx: Ctx,
  options: { readonly withContext: boolean; readonly cwd: string },
): Promise<string> {
  const { maxOutput } = ctx.limits;
  const parts = [
    agent.preamble ?? "",
    options.withContext ? conversationText(ctx.history(), maxOutput) : "",
    agent.withDiff === true ? await changesText(options.cwd, ctx, maxOutput) : "",
    task,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What the work tree changes, so that an agent without a shell can judge it. */
async function changesText(cwd: string, ctx: Ctx, max: number): Promise<string> {
  const run = (args: readonly string[]) => git(cwd, args, { env: ctx.env, signal: ctx.signal });
  const diff = await run(["diff", "--no-ext-diff", "--no-textconv", "HEAD"]);
  if (!diff.ok) return "";
  const fresh = await run(["ls-files", "--others", "--exclude-standard"]);
  const files = fresh.ok && fresh.text.trim() !== "" ? `\nNew files, not in the diff:\n${fresh.text}` : "";
  if (diff.text.trim() === "" && files === "")
    return "[The work tree holds no change that is not committed.]";
  return `[Changes that are not committed]\n${boundText(diff.text, max, "end", "read the files for the rest")}${files}[End of the changes]`;
}
