import { openArchive, type SessionArchive } from "@mm-agent/agent";
import { nearest, type Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";

/** One of `mm sessions …`; `ids` are the arguments behind its name. */
export type RunSessions = (
  archive: SessionArchive,
  ids: readonly string[],
  args: Args,
  out: Out,
) => Promise<number>;

const SUB_COMMANDS: Readonly<Record<string, () => Promise<RunSessions>>> = {
  list: async () => (await import("./sessions/list.js")).listSessions,
  show: async () => (await import("./sessions/show.js")).showSession,
  export: async () => (await import("./sessions/export.js")).exportOne,
  delete: async () => (await import("./sessions/delete.js")).deleteSessions,
  fork: async () => (await import("./sessions/fork.js")).forkSession,
};

/** `mm sessions`: the stored conversations of this folder's project. Needs neither a configuration nor a provider. */
export async function runSessions(args: Args, out: Out): Promise<number> {
  const [name = "list", ...ids] = args.positionals;
  const load = SUB_COMMANDS[name];
  if (!load) {
    const near = nearest(name, Object.keys(SUB_COMMANDS));
    out.stderr(
      `mm: unknown command sessions ${name}${near === undefined ? "" : `; did you mean mm sessions ${near}?`}\nTry: mm help sessions\n`,
    );
    return EXIT.usage;
  }
  const archive = openArchive({ cwd: args.flags.cwd ?? process.cwd(), env: process.env });
  return (await load())(archive, ids, args, out);
}
