import { createRequire } from "node:module";

/** This package's version, which agents are told. */
export function readVersion(): string {
  try {
    return (createRequire(import.meta.url)("../package.json") as { version: string }).version;
  } catch {
    // Inside a bundle there is no package to ask.
    return "0";
  }
}
