import type { SessionInfo } from "../session/archive.js";
import { titleFrom } from "../session/title.js";
import type { SessionCommand } from "./types.js";

const SHOWN = 20;

export const sessionsCommand: SessionCommand = {
  name: "sessions",
  description: "The conversations of this folder",
  async run(_args, { session, options }) {
    const infos = (await options.archive?.list()) ?? [];
    if (infos.length === 0) return { text: "There is no stored conversation of this folder yet." };
    const lines = infos
      .slice(0, SHOWN)
      .map((info) => `${info.id === session.id ? "*" : " "} ${sessionLine(info)}`);
    if (infos.length > SHOWN) lines.push(`  … ${infos.length - SHOWN} more: mm sessions list`);
    return { text: lines.join("\n"), choices: toChoices(infos, session.id) };
  },
};

/** The other conversations, as lines for a picker. */
export function toChoices(
  infos: readonly SessionInfo[],
  current: string,
): { readonly label: string; readonly line: string }[] {
  return infos
    .filter((info) => info.id !== current && info.prompts > 0)
    .slice(0, SHOWN)
    .map((info) => ({ label: sessionLine(info), line: `/resume ${info.id}` }));
}

/** One conversation in one line: the beginning of its id, when it was changed, its prompts and its title. */
export function sessionLine({ id, changedAt, prompts, title, openIn }: SessionInfo): string {
  const when = changedAt.slice(0, 16).replace("T", " ");
  const open = openIn === undefined ? "" : "  (open)";
  return `${id.slice(0, 8)}  ${when}  ${`${prompts}`.padStart(3)} prompt${prompts === 1 ? " " : "s"}  ${titleFrom(title) || "(no title)"}${open}`;
}
