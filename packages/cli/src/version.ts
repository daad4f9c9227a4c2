import { readFileSync } from "node:fs";

/** Put in by the build: reading a file costs more than the rest of `--version`. */
declare const MM_VERSION: string | undefined;

/** The version in this package's package.json. */
export function version(): string {
  if (typeof MM_VERSION === "string") return MM_VERSION;
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
