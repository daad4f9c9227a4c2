import type { Options } from "tsup";

/** The build every package shares: ESM for Node 20, chunks split so that heavy parts stay lazy. */
export function library(entry: Record<string, string>, more: Partial<Options> = {}): Options {
  return {
    entry,
    format: ["esm"],
    target: "node20",
    platform: "node",
    splitting: true,
    sourcemap: false,
    clean: true,
    dts: false,
    ...more,
  };
}
