import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(
  library(
    { index: "src/index.ts", testing: "src/testing/index.ts" },
    {
      noExternal: ["openai", "yaml"],
      // Puts our Headers in the place of the global in the bundled SDKs: touching that one loads undici.
      inject: ["src/net/headers.ts"],
    },
  ),
);
