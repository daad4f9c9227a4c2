import { EXPORT_FORMATS, exportSession } from "@mm-agent/agent";
import { EXIT } from "../../exit-codes.js";
import type { RunSessions } from "../sessions.js";

export const exportOne: RunSessions = async (archive, [id = "latest"], args, out) => {
  const wanted = args.flags.format ?? "json";
  const format = EXPORT_FORMATS.find((name) => name === wanted);
  if (!format) {
    out.stderr(`mm: --format ${wanted} is unknown; it is one of ${EXPORT_FORMATS.join(", ")}\n`);
    return EXIT.usage;
  }
  const loaded = await archive.load(id);
  if (!loaded.ok) {
    out.stderr(`mm: ${loaded.text}\n`);
    return EXIT.failed;
  }
  for (const notice of loaded.value.notices) out.stderr(`mm: ${notice}\n`);
  out.stdout(exportSession(loaded.value, format));
  return EXIT.ok;
};
