import type { SessionInfo } from "@mm-agent/agent";
import type { WindowHost } from "../types.js";
import { askText } from "./ask-text.js";
import { confirm } from "./confirm.js";
import { pick } from "./pick.js";
import { createPreview } from "./session-preview.js";
import { switchSession } from "./switch-session.js";
import type { PickRow } from "./picker.js";

/**
 * The conversations of this folder: go on with one, with a copy of one, give one another title, delete one. Returns when
 * the dialog is closed.
 */
export async function chooseSession(host: WindowHost): Promise<void> {
  const { runtime, session, keys } = host;
  const key = (action: string): string => keys.keysOf(action)[0] ?? "-";
  const hint = [
    `${key("sessionFork")} copy`,
    `${key("sessionRename")} rename`,
    `${key("sessionDelete")} delete`,
  ].join(" · ");
  const preview = createPreview(runtime.sessions, () => host.tui.requestRender());
  let last = session.id;
  let typed = "";
  for (;;) {
    const picked = await pick<SessionInfo>(host, {
      title: "Sessions",
      rows: runtime.sessions.list().then((infos) => rowsOf(infos, session.id)),
      waiting: "reading the sessions of this folder …",
      enter: "go on",
      hint,
      actions: ["sessionFork", "sessionRename", "sessionDelete"],
      preview: preview.rows,
      typed,
      begin: (info) => info.id === last,
    });
    if (!picked) return;
    const { value: info } = picked;
    ({ typed } = picked);
    last = info.id;
    switch (picked.action) {
      case "sessionRename":
        await rename(host, info);
        break;
      case "sessionDelete":
        await remove(host, info);
        break;
      case "sessionFork": {
        const made = await runtime.sessions.fork(info.id);
        if (!made.ok) return host.flash(made.text);
        return switchSession(host, made.value.id, `a copy of: ${info.title || "(no title)"}`);
      }
      default:
        if (info.id === session.id) return;
        return switchSession(host, info.id, info.title || "(no title)");
    }
  }
}

function rowsOf(infos: readonly SessionInfo[], current: string): readonly PickRow<SessionInfo>[] | string {
  const rows = infos
    .filter((info) => info.prompts > 0 || info.id === current)
    .map((info) => ({
      value: info,
      label: info.title || "(no title)",
      note: [
        ...(info.openIn === undefined || info.id === current ? [] : ["open elsewhere"]),
        `${info.prompts} prompt${info.prompts === 1 ? "" : "s"}`,
        localTime(info.changedAt),
      ].join(" · "),
      current: info.id === current,
    }));
  return rows.length > 0 ? rows : "There is no stored conversation of this folder yet.";
}

async function rename(host: WindowHost, info: SessionInfo): Promise<void> {
  const title = (await askText(host, "Another title", info.title))?.trim();
  if (title === undefined || title === "" || title === info.title) return;
  if (info.id === host.session.id) return host.session.set({ title });
  const renamed = await host.runtime.sessions.rename(info.id, title);
  if (!renamed.ok) host.flash(renamed.text);
}

async function remove(host: WindowHost, info: SessionInfo): Promise<void> {
  if (info.id === host.session.id)
    return host.flash("this is the session you are in; /new starts another one");
  if (!(await confirm(host, `Delete "${info.title || "(no title)"}" for good?`, "Yes, delete it"))) return;
  const gone = await host.runtime.sessions.delete(info.id);
  host.flash(gone.ok ? `deleted: ${info.title || "(no title)"}` : gone.text);
}

function localTime(at: string): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
