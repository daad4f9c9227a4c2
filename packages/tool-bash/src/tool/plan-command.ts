import { visible, type Plan } from "@mm-agent/core";
import { headOf } from "../clean/cut.js";
import { checkCommand } from "../run/explain.js";
import { splitCommand, type PathView } from "../permission/split-command.js";
import { refusal } from "./refusal.js";

const TITLE_LENGTH = 160;

/** What a call is about to do. A command the title cannot show in full is previewed in full. */
export async function planCommand(command: string, view: PathView): Promise<Plan> {
  const title = titleOf(command);
  const wrong = checkCommand(command);
  if (wrong !== undefined) return { title, refuse: refusal(wrong) };
  const shown = visible(command);
  return {
    title,
    ...(title === shown.trim() ? {} : { preview: [{ type: "text", text: shown }] }),
    permission: await splitCommand(command, view),
  };
}

/** The first line that says something, cut for display; `…` stands for whatever is not shown. */
function titleOf(command: string): string {
  const text = visible(command).trim();
  const end = text.indexOf("\n");
  const line = (end < 0 ? text : text.slice(0, end)).replaceAll("\t", " ").trimEnd();
  if (line.length > TITLE_LENGTH) return `${headOf(line, TITLE_LENGTH)}…`;
  return end < 0 ? line : `${line} …`;
}
