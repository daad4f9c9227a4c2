import { exportSession } from "@mm-agent/agent";
import { EXIT } from "../../exit-codes.js";
import type { RunSessions } from "../sessions.js";

export const showSession: RunSessions = async (archive, [id = "latest"], _args, out) => {
  const loaded = await archive.load(id);
  if (!loaded.ok) {
    out.stderr(`mm: ${loaded.text}\n`);
    return EXIT.failed;
  }
  for (const notice of loaded.value.notices) out.stderr(`mm: ${notice}\n`);
  out.stdout(exportSession(loaded.value, "md"));
  return EXIT.ok;
};
