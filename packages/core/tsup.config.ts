import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(
  library(
    { index: "src/index.ts", testing: "src/testing/index.ts", deadline: "src/signal/deadline.ts" },
    { noExternal: ["@cfworker/json-schema"] },
  ),
);
