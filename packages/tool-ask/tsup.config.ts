import { defineConfig } from "tsup";
import { lazySchemas } from "../../scripts/build/lazy-schemas.ts";
import { library } from "../../tsup.shared.ts";

// The SDK and its zod are bundled into the chunk that the first question to an agent loads.
export default defineConfig(
  library(
    { index: "src/index.ts", client: "src/client.ts" },
    { noExternal: ["@agentclientprotocol/sdk", "zod"], minify: true, esbuildPlugins: [lazySchemas] },
  ),
);
