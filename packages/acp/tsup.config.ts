import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";
import { lazySchemas } from "../../scripts/build/lazy-schemas.ts";

// The SDK and its zod are bundled: they are internal to this package, and loading them from their many files takes
// longer than Node's own start.
export default defineConfig(
  library(
    { index: "src/index.ts" },
    { noExternal: ["@agentclientprotocol/sdk", "zod"], minify: true, esbuildPlugins: [lazySchemas] },
  ),
);
