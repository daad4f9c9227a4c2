import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(
  library({ bin: "src/bin.ts" }, { noExternal: ["@earendil-works/pi-tui", "highlight.js"] }),
);
