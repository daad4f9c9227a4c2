import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./types.js";

/** Whether mm can keep sessions, answers and logs. */
export function checkState(folder: string): Finding {
  const area = "state";
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, "", { mode: 0o600 });
    rmSync(probe);
    if ((statSync(folder).mode & 0o077) !== 0 && process.platform !== "win32")
      return { area, status: "warn", text: `${folder} can be read by others; chmod 700 closes it` };
    return { area, status: "ok", text: folder };
  } catch (error) {
    return {
      area,
      status: "fail",
      text: `${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}): no session is kept; set XDG_STATE_HOME to a folder that can`,
    };
  }
}
