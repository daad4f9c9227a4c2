import { createRequire } from "node:module";

/** This package's version, for the `User-Agent` header. */
export const VERSION: string = read();

function read(): string {
  try {
    const { version } = createRequire(import.meta.url)("@mm-agent/tool-webmd/package.json") as {
      version: string;
    };
    return version;
  } catch {
    // Inside a bundle there is no package to ask.
    return "0";
  }
}
