import type { Tool } from "@mm-agent/core";
import { createEditFile } from "./edit-file.js";
import { createReadFile } from "./read-file.js";
import { createSeenVersions } from "./seen-versions.js";
import { createWriteFile } from "./write-file.js";

/** read_file, write_file and edit_file for one session; together they know which files have changed since they were read. */
export function createEditTools(): readonly Tool[] {
  const seen = createSeenVersions();
  return [createReadFile(seen), createWriteFile(seen), createEditFile(seen)];
}
