import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

// The unified family's parts that we use are bundled, so that installing the package brings in no tree of small ones.
export default defineConfig(
  library(
    {
      index: "src/index.ts",
      unified: "src/unified/index.ts",
      worker: "src/tool/worker.ts",
      webmd: "src/webmd.ts",
    },
    { noExternal: ["parse5", "entities"], minifySyntax: true, minifyWhitespace: true },
  ),
);
