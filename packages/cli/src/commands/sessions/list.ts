import { sessionLine } from "@mm-agent/agent";
import { EXIT } from "../../exit-codes.js";
import type { RunSessions } from "../sessions.js";

export const listSessions: RunSessions = async (archive, _ids, args, out) => {
  const infos = await archive.list();
  if (args.flags.json) out.stdout(`${JSON.stringify(infos, null, 2)}\n`);
  else if (infos.length === 0) out.stderr("mm: there is no session of this folder yet\n");
  else for (const info of infos) out.stdout(`${sessionLine(info)}\n`);
  return EXIT.ok;
};
