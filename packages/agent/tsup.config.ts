import { createRequire } from "node:module";
import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

// yaml's build for Node is CommonJS and calls require("process"), which an ES module cannot; its other build is ESM.
const yaml = createRequire(import.meta.url)
  .resolve("yaml/package.json")
  .replace("package.json", "browser/index.js");

export default defineConfig(
  library(
    { index: "src/index.ts", testing: "src/testing/index.ts" },
    {
      noExternal: ["yaml", "@anthropic-ai/sdk", "@cfworker/json-schema"],
      // Puts our Headers in the place of the global in the bundled SDK: touching that one loads undici.
      inject: ["src/net/headers.ts"],
      esbuildOptions(options) {
        options.alias = { ...options.alias, yaml };
      },
    },
  ),
);
