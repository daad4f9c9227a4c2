import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(
  // The optional package finds its program beside itself, so it must not be bundled.
  library(
    { index: "src/index.ts", plugin: "src/plugin.ts", "grep-worker": "src/grep/worker.ts" },
    { external: ["@vscode/ripgrep"] },
  ),
);
