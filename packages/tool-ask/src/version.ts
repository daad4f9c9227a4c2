/** Put in by the build; for the command `mm`, its own version. */
declare const MM_VERSION: string | undefined;

/** This package's version, which agents are told; `0` when run from sources. */
export function readVersion(): string {
  return typeof MM_VERSION === "string" ? MM_VERSION : "0";
}
