import { EXIT } from "../../exit-codes.js";
import type { RunSessions } from "../sessions.js";

export const forkSession: RunSessions = async (archive, [id, upTo], _args, out) => {
  if (id === undefined) {
    out.stderr("mm: usage: mm sessions fork <id> [<record>]\n");
    return EXIT.usage;
  }
  const forked = await archive.fork(id, upTo);
  if (!forked.ok) {
    out.stderr(`mm: ${forked.text}\n`);
    return EXIT.failed;
  }
  out.stdout(`${forked.value.id}\n`);
  return EXIT.ok;
};
