// Builds the benchmark from sources into a temporary folder and runs it there. Usage: node bench/run.mjs [seed] [cases per perturbation]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";

const outDir = mkdtempSync(join(tmpdir(), "mm-bench-"));
try {
  await build({
    entry: { figures: join(import.meta.dirname, "figures.ts") },
    outDir,
    format: ["esm"],
    platform: "node",
    silent: true,
    config: false,
    noExternal: [/.*/],
    outExtension: () => ({ js: ".mjs" }),
    esbuildOptions: (options) => void (options.conditions = ["mm-source"]),
  });
  const { main } = await import(pathToFileURL(join(outDir, "figures.mjs")).href);
  process.exitCode = await main(join(import.meta.dirname, "../src/engine"), process.argv.slice(2));
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
