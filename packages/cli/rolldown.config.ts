import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type CodeSplittingGroup, type Plugin } from "rolldown";
import { NOTICES_FILE, noticesOf } from "../../scripts/build/notices.ts";

const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { version: string };

type Graph = Parameters<Extract<CodeSplittingGroup["name"], (...args: never) => unknown>>[1];

/** A module and everything it imports at once. */
function closure(file: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [join(here, file)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

const notices: Plugin = {
  name: "third-party-notices",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
    const source = noticesOf(files.filter((file) => !file.startsWith("\0")));
    if (source !== undefined) this.emitFile({ type: "asset", fileName: NOTICES_FILE, source });
  },
};

/**
 * Writes every character beyond ASCII as an escape: one of them makes V8 hold and scan the whole chunk as UTF-16. They stand in
 * strings, templates and regular expressions only, where the escape means the same.
 */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk")
        chunk.code = chunk.code.replaceAll(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
  },
};

/**
 * An import of `node:crypto` reads all of its exports, and one of them loads Web Crypto. So what every start loads takes it
 * without an import.
 */
const crypto: Plugin = {
  name: "crypto",
  resolveId: (id, importer) =>
    /^(?:node:)?crypto$/.test(id) && /packages.(?:agent|core).dist/.test(importer ?? "")
      ? "\0crypto"
      : undefined,
  load: (id) =>
    id === "\0crypto"
      ? {
          code: `const all = process.getBuiltinModule("node:crypto"); export default all; export const { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } = all;`,
          moduleSideEffects: false,
        }
      : undefined,
};

let bin: ReadonlySet<string> | undefined;
let main: ReadonlySet<string> | undefined;
let acp: ReadonlySet<string> | undefined;

/**
 * The program is one package: what the workspace's packages publish, bundled with it. For Node every file to load is a
 * millisecond, so all that a plain `mm -p` runs is two chunks, `base` being what the start for editors needs as well;
 * everything else stays lazy.
 */
export default defineConfig({
  input: {
    bin: "src/bin.ts",
    "grep-worker": "../tool-search/dist/grep-worker.js",
    "convert-worker": "../tool-webmd/src/tool/worker.ts",
  },
  platform: "node",
  // Nobody imports the program.
  preserveEntrySignatures: false,
  // jiti compiles plugins with files of its own; ripgrep's package finds its program beside itself.
  external: ["jiti", "@vscode/ripgrep"],
  // As published it requires a file of its own.
  resolve: { alias: { "@mm-agent/tool-webmd/plugin": join(here, "../tool-webmd/src/plugin.ts") } },
  transform: { target: "node20", define: { MM_VERSION: JSON.stringify(version) } },
  // The agent imports core for plugins without one of their own; here it is there already.
  checks: { ineffectiveDynamicImport: false },
  plugins: [crypto, notices, ascii],
  output: {
    dir: "dist",
    cleanDir: true,
    chunkFileNames: "[name]-[hash].js",
    // Names stay, so that stack traces can be read.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      // The groups are complete; what `--version` needs must not be drawn into the large one.
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: "start",
          name: (id, graph) => {
            bin ??= closure("src/bin.ts", graph);
            main ??= closure("src/main.ts", graph);
            acp ??= closure("src/acp-main.ts", graph);
            if (bin.has(id)) return id.endsWith("bin.ts") ? null : "about";
            if (main.has(id)) return acp.has(id) ? "base" : "start";
            return null;
          },
        },
      ],
    },
  },
});
