import { readFileSync } from "node:fs";

/** Put in by the build; for the command `mm`, its own version. */
declare const MM_VERSION: string | undefined;

/** This package's version, for the `User-Agent` header. */
export const VERSION: string = typeof MM_VERSION === "string" ? MM_VERSION : fromSources();

function fromSources(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
