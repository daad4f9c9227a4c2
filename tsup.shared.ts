import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import { notices } from "./scripts/build/notices.ts";

/**
 * The build every package shares: ESM for Node 20, chunks split so that heavy parts stay lazy. Blanks and syntax are
 * shortened, which saves a fifth of the time to load; names stay, so that stack traces can be read.
 */
export function library(entry: Record<string, string>, more: Partial<Options> = {}): Options {
  const { esbuildOptions, esbuildPlugins, ...rest } = more;
  return {
    entry,
    format: ["esm"],
    target: "node20",
    platform: "node",
    splitting: true,
    sourcemap: false,
    clean: true,
    dts: false,
    define: { MM_VERSION: JSON.stringify(ownVersion()) },
    esbuildPlugins: [notices(), ...(esbuildPlugins ?? [])],
    esbuildOptions(options, context) {
      options.minifyWhitespace = true;
      options.minifySyntax = true;
      // They stand in THIRD-PARTY-NOTICES.txt.
      options.legalComments = "none";
      esbuildOptions?.(options, context);
    },
    ...rest,
  };
}

/** Every build runs in the folder of its package. */
function ownVersion(): string {
  return (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version;
}
