import { EXIT } from "../../exit-codes.js";
import type { RunSessions } from "../sessions.js";

export const deleteSessions: RunSessions = async (archive, ids, _args, out) => {
  if (ids.length === 0) {
    out.stderr("mm: usage: mm sessions delete <id> [<id> …]\n");
    return EXIT.usage;
  }
  let code: number = EXIT.ok;
  for (const id of ids) {
    const deleted = await archive.delete(id);
    if (deleted.ok) out.stdout(`deleted ${deleted.value.id}  ${deleted.value.title}\n`);
    else {
      out.stderr(`mm: ${deleted.text}\n`);
      code = EXIT.failed;
    }
  }
  return code;
};
