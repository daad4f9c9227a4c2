import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(library({ index: "src/index.ts", plugin: "src/plugin.ts" }));
