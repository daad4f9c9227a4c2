import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

const rpc = join(dirname(createRequire(import.meta.url).resolve("vscode-jsonrpc/node")), "../..");

export default defineConfig(
  library(
    { index: "src/index.ts", plugin: "src/plugin.ts", client: "src/client.ts" },
    {
      // CommonJS without dependencies; bundled into the chunk that the first call loads.
      noExternal: ["vscode-jsonrpc"],
      esbuildPlugins: [
        {
          name: "node-built-ins-of-commonjs",
          setup(build) {
            // What a bundled CommonJS file requires must come in through an import: an ES module has no require.
            build.onResolve({ filter: /^(?:util|path|os|fs|crypto|net|child_process)$/ }, ({ path, kind }) =>
              kind === "require-call" ? { path, namespace: "built-in" } : undefined,
            );
            build.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
              contents: `export * from "node:${path}";`,
              loader: "js",
            }));
          },
        },
      ],
      async onSuccess() {
        await copyFile(join(rpc, "License.txt"), "dist/vscode-jsonrpc.LICENSE.txt");
      },
    },
  ),
);
