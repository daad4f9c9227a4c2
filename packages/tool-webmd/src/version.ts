/** Put in by the build; for the command `mm`, its own version. */
declare const MM_VERSION: string | undefined;

/** This package's version, for the `User-Agent` header; `0` when run from sources. */
export const VERSION: string = typeof MM_VERSION === "string" ? MM_VERSION : "0";
