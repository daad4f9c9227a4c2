// Builds the benchmark of the window's blocks from sources into a temporary folder and runs it. Usage: node bench/run.mjs [blocks]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";

const outDir = mkdtempSync(join(tmpdir(), "mm-bench-"));
try {
  await build({
    entry: { blocks: join(import.meta.dirname, "blocks.ts") },
    outDir,
    format: ["esm"],
    platform: "node",
    silent: true,
    config: false,
    noExternal: [/.*/],
    outExtension: () => ({ js: ".mjs" }),
    esbuildOptions: (options) => void (options.conditions = ["mm-source"]),
  });
  // A process of its own: what the build left in memory is not measured.
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, join(outDir, "blocks.mjs"), ...process.argv.slice(2)],
    {
      stdio: "inherit",
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
