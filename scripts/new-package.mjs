// Lays the five boilerplate files of a package. Usage: node scripts/new-package.mjs <folder> "<one sentence>" [--private] [--entry sub=src/sub.ts]
import { mkdirSync, writeFileSync, existsSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { private: { type: "boolean" }, entry: { type: "string", multiple: true } },
});
const [folder, description] = positionals;
if (!folder || !description) {
  console.error(
    'usage: node scripts/new-package.mjs <folder> "<one sentence>" [--private] [--entry sub=src/sub.ts]',
  );
  process.exit(2);
}
const dir = join("packages", folder);
if (existsSync(join(dir, "package.json"))) {
  console.error(`${dir} exists already`);
  process.exit(1);
}
mkdirSync(join(dir, "src"), { recursive: true });
const entries = Object.fromEntries([
  ["index", "src/index.ts"],
  ...(values.entry ?? []).map((e) => e.split("=")),
]);
const published = {};
const source = {};
for (const [name, file] of Object.entries(entries)) {
  const key = name === "index" ? "." : `./${name}`;
  published[key] = { types: `./dist/${file.slice(4, -3)}.d.ts`, default: `./dist/${name}.js` };
  source[key] = { "mm-source": `./${file}`, ...published[key] };
}
const pkg = {
  name: `@mm-agent/${folder}`,
  version: "0.1.0",
  ...(values.private ? { private: true } : {}),
  description,
  license: "MIT",
  type: "module",
  engines: { node: ">=20.19" },
  sideEffects: false,
  files: ["dist"],
  exports: { ...source, "./package.json": "./package.json" },
  publishConfig: { access: "public", exports: { ...published, "./package.json": "./package.json" } },
  scripts: {
    build: "tsup && tsc -p tsconfig.build.json",
    typecheck: "tsc -p tsconfig.json",
    test: "vitest run",
  },
};
if (values.private) {
  delete pkg.files;
  delete pkg.publishConfig;
  delete pkg.scripts.build;
  pkg.exports = Object.fromEntries(
    Object.entries(entries).map(([n, f]) => [n === "index" ? "." : `./${n}`, `./${f}`]),
  );
}
const write = (name, text) => writeFileSync(join(dir, name), text);
write("package.json", `${JSON.stringify(pkg, null, 2)}\n`);
write("tsconfig.json", `{ "extends": "../../tsconfig.base.json", "include": ["src", "*.ts"] }\n`);
if (!values.private) {
  write(
    "tsconfig.build.json",
    `{
  "extends": "./tsconfig.json",
  "compilerOptions": {
    "noEmit": false,
    "emitDeclarationOnly": true,
    "declaration": true,
    "customConditions": [],
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"],
  "exclude": ["src/**/*.test.ts", "src/**/fixtures/**"]
}
`,
  );
  write(
    "tsup.config.ts",
    `import { defineConfig } from "tsup";
import { library } from "../../tsup.shared.ts";

export default defineConfig(library(${JSON.stringify(entries)}));
`,
  );
  copyFileSync("LICENSE", join(dir, "LICENSE"));
}
write(
  "vitest.config.ts",
  `import { defineProject } from "vitest/config";
import { project } from "../../vitest.shared.ts";

export default defineProject(project("${folder}"));
`,
);
if (!existsSync(join(dir, "src/index.ts"))) write("src/index.ts", "export {};\n");
