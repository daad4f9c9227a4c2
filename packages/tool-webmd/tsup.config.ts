import { defineConfig, type Options } from "tsup";
import { library } from "../../tsup.shared.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

// `convert` is synchronous, and parse5 takes longer to load than all the rest: so it is built as a file of its own that
// is required with the first conversion.
const lazyPipeline: Plugin = {
  name: "lazy-pipeline",
  setup(build) {
    build.onResolve({ filter: /\/pipeline\.js$/ }, () => ({
      path: "pipeline",
      namespace: "lazy",
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: "lazy" }, () => ({
      contents: [
        'import { createRequire } from "node:module";',
        "let loaded;",
        "export const runPipeline = (html, options) =>",
        '  (loaded ??= createRequire(import.meta.url)("./pipeline.cjs")).runPipeline(html, options);',
      ].join("\n"),
    }));
  },
};

// The parser is bundled, so that installing the package brings in no tree of small ones.
const bundled: Partial<Options> = {
  noExternal: ["parse5", "entities"],
  minifySyntax: true,
  minifyWhitespace: true,
};

export default defineConfig([
  library(
    {
      index: "src/index.ts",
      plugin: "src/plugin.ts",
      unified: "src/unified/index.ts",
      "convert-worker": "src/tool/worker.ts",
      webmd: "src/webmd.ts",
    },
    // Both builds run at once: neither may remove the other's file.
    { ...bundled, esbuildPlugins: [lazyPipeline], clean: ["!pipeline.cjs"] },
  ),
  library(
    { pipeline: "src/convert/pipeline.ts" },
    { ...bundled, format: ["cjs"], clean: false, splitting: false, minify: true },
  ),
]);
