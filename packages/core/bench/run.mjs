// Prints what the workspace and the diff cost, in CPU time. `npm run bench [diff|lines]`; `lines` writes a 2 GB file to the temp folder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";
import { benchDiff } from "./diff.mjs";
import { benchLines } from "./lines.mjs";

const only = process.argv[2];
const folder = await mkdtemp(join(tmpdir(), "mm-bench-"));
try {
  const src = join(import.meta.dirname, "../src");
  const entry = { diff: join(src, "diff/diff-lines.ts"), spans: join(src, "diff/hunks-from-spans.ts") };
  const more = { patch: join(src, "diff/format-patch.ts"), lines: join(src, "workspace/read-lines.ts") };
  await build({
    entry: { ...entry, ...more },
    outDir: folder,
    format: ["esm"],
    target: "node20",
    silent: true,
    config: false,
    outExtension: () => ({ js: ".mjs" }),
  });
  const load = (name) => pathToFileURL(join(folder, `${name}.mjs`)).href;
  if (only !== "lines") await benchDiff(load);
  if (only !== "diff") await benchLines(load, folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
