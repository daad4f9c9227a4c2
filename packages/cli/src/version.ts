import { createRequire } from "node:module";

/** The version in this package's package.json. */
export function version(): string {
  const pkg = createRequire(import.meta.url)("../package.json") as { version: string };
  return pkg.version;
}
