import type { ConfigWarning } from "../config/types.js";
import type { TrustQuestion } from "./types.js";

/** What a folder's own configuration would add if it were trusted; undefined when that is nothing. */
export function trustQuestion(
  folder: string,
  warnings: readonly ConfigWarning[],
  commandFiles: readonly string[],
): TrustQuestion | undefined {
  const ignored = warnings.flatMap((warning) =>
    (warning.untrusted ?? []).map((key) => `${warning.file ?? folder}: ${key}`),
  );
  for (const file of commandFiles) ignored.push(`command ${file}`);
  return ignored.length > 0 ? { folder, ignored } : undefined;
}
